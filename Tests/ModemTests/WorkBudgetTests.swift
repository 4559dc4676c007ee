import Testing

@testable import HandShakeModem

@Suite struct WorkBudgetTests {
  @Test func whatIsLeftIsSavedUpToALimit() {
    var budget = WorkBudget(most: 8, perSecond: 2)
    budget.spend(6)
    #expect(budget.left == 2)
    budget.refill(atSeconds: 1)
    #expect(budget.left == 4)
    budget.refill(atSeconds: 100)
    #expect(budget.left == 8)
  }

  /// What was overdrawn is paid back, and time that goes back brings nothing.
  @Test func debtIsPaidBack() {
    var budget = WorkBudget(most: 8, perSecond: 2)
    budget.refill(atSeconds: 10)
    budget.spend(20)
    budget.refill(atSeconds: 12)
    #expect(budget.left == -8)
    budget.refill(atSeconds: 11)
    #expect(budget.left == -8)
  }

  /// Unlikely steps take up to half of what is left, and likely ones overdraw the budget by half of
  /// what it holds.
  @Test func likelyStepsOverdraw() {
    var budget = WorkBudget(most: 8, perSecond: 2)
    let paid = [(3, -10), (3, -10), (3, 0), (2, 0), (2, 0)].map {
      budget.pay($0.0, logOdds: $0.1)
    }
    #expect(paid == [true, false, true, true, false])
    #expect(budget.left == 0)
  }
}
