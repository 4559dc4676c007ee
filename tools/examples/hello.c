/* Sends "hello" into memory, sealed where HANDSHAKE_SECRET has a secret, hears it there and
 * prints it:
 *   cc hello.c -I Sources/Libraries/CHandShake -L .build/release -lHandShakeC -o hello */
#include <handshake.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(handshake_status status) {
  if (status == HANDSHAKE_OK) return;
  fprintf(stderr, "hello: %s\n", handshake_message(status));
  exit(1);
}

int main(void) {
  handshake_transmitter *transmitter;
  handshake_receiver *receiver;
  handshake_secret *secret = NULL;
  handshake_event event;
  handshake_sending sending = HANDSHAKE_SENDING_USUAL;
  const char *words = getenv("HANDSHAKE_SECRET");
  float samples[4096];
  size_t count;

  check(handshake_receiver_open(48000, 1, NULL, 0, &receiver));
  sending.bytes = "hello";
  sending.length = 5;
  if (words) {
    check(handshake_secret_create(words, strlen(words), &secret));
    check(handshake_receiver_unseal(receiver, &secret, NULL, 1, HANDSHAKE_USUAL_AGE, 0));
    sending.secret = secret;
  }
  check(handshake_transmitter_open(&sending, 48000, &transmitter));
  do {
    check(handshake_transmitter_read(transmitter, samples, 4096, &count));
    check(handshake_receiver_push(receiver, samples, count));
  } while (count > 0);
  check(handshake_receiver_finish(receiver));

  for (;;) {
    check(handshake_receiver_poll(receiver, &event));
    if (event.kind == HANDSHAKE_NONE) break;
    if (event.kind == HANDSHAKE_MESSAGE) printf("%.*s\n", (int)event.text_length, event.text);
  }
  handshake_transmitter_close(transmitter);
  handshake_receiver_close(receiver);
  handshake_secret_destroy(secret);
  return 0;
}
