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
}
