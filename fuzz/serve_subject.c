/*
 * The implementation that fuzz_subject is linked with, as a subject of the line protocol: for shrinking what was found
 * with it, which must go on behind a crash. Reads messages from standard input until end of file or "stop".
 */
#include <stdio.h>
#include <stdlib.h>

#include "files/json_text.h"
#include "fuzz/case_code.h"
#include "fuzz/guard_heap.h"
#include "fuzz/subject_sink.h"
#include "tensor/guard.h"

#define PROTOCOL 1

/* There when a subject is linked in. */
__attribute__((weak)) const uo_plugin *uo_plugin_entry(void);

enum { LONGEST_CODE = 1 << 20 };

static int give_up(const char *why) {
  fprintf(stderr, "serve_subject: %s\n", why);
  return 2;
}

static uo_error_code say(const char *line, uo_error *error) {
  UO_REQUIRE(puts(line) >= 0 && fflush(stdout) == 0, error, UO_ERROR_SYSTEM, "standard output cannot be written");
  return UO_ERROR_NONE;
}

static uo_error_code start(const uo_plugin *plugin, uo_arena *arena, uo_error *error) {
  const char *line;
  uo_started started = {PROTOCOL, plugin->name == NULL ? "" : plugin->name,
                        plugin->version == NULL ? "" : plugin->version, UINT32_MAX};
  for (int32_t type = 0; type < 32; type++)
    if (uo_type_size(type) == 0) started.dtypes &= ~(1u << type);
  UO_TRY(uo_json_started(&started, arena, &line, NULL, error));
  return say(line, error);
}

/* What is neither outputs nor a refusal has no line in the protocol: one that breaks it, with the reason. */
static uo_error_code reply(const char *id, const uo_answer *answer, uo_arena *arena, uo_error *error) {
  const char *line;
  if (answer->kind == UO_ANSWER_CLOBBERED || answer->kind == UO_ANSWER_BROKEN) {
    fprintf(stderr, "%s: %s\n", id, answer->message);
    return say("{\"broken\": true}", error);
  }
  UO_TRY(uo_json_answer(id, answer, arena, &line, NULL, error));
  return say(line, error);
}

static uo_error_code ask(const uo_plugin *plugin, const uo_case *question, uo_arena *arena, uo_error *error) {
  uo_fuzz_sink sink;
  uo_answer answer;
  uo_fuzz_ask(plugin, question, uo_guard_heap(), &sink, &answer);
  uo_error_code code = reply(question->id, &answer, arena, error);
  uo_fuzz_sink_release(&sink);
  return code;
}

/* In blocks of exactly the size of what they hold, where the case has a code, as in the target: a read beyond them is
 * seen by AddressSanitizer. */
static uo_error_code ask_guarded(const uo_plugin *plugin, const uo_case *question, uo_arena *arena, uo_error *error) {
  static uint8_t bytes[LONGEST_CODE];
  uo_coded_case coded;
  size_t size = uo_code_encode(question, 0, bytes, sizeof bytes);
  if (size == 0) return ask(plugin, question, arena, error);
  UO_TRY(uo_code_decode(bytes, size, uo_guard_heap(), &coded, error));
  coded.question.id = question->id;
  uo_error_code code = ask(plugin, &coded.question, arena, error);
  uo_coded_case_release(&coded);
  return code;
}

static uo_error_code answer_line(const uo_plugin *plugin, const char *line, size_t size, uo_arena *arena, bool *stop,
                                 uo_error *error) {
  uo_message message;
  UO_TRY(uo_json_read_message(line, size, "standard input", arena, &message, error));
  if (message.kind == UO_MESSAGE_START) return start(plugin, arena, error);
  *stop = message.kind == UO_MESSAGE_STOP;
  return *stop ? UO_ERROR_NONE : ask_guarded(plugin, &message.question, arena, error);
}

int main(void) {
  uo_arena arena = {0};
  uo_error error = {0};
  char *line = NULL;
  size_t room = 0;
  ssize_t size;
  bool stop = false;
  uo_error_code code = UO_ERROR_NONE;
  const uo_plugin *plugin = uo_plugin_entry == NULL ? NULL : uo_plugin_entry();
  if (plugin == NULL || plugin->abi != UO_PLUGIN_ABI || plugin->unique == NULL)
    return give_up("no implementation with a table of ABI 1 is linked in");
  while (code == UO_ERROR_NONE && !stop && (size = getline(&line, &room, stdin)) > 0) {
    uo_arena_reset(&arena);
    code = answer_line(plugin, line, (size_t)(line[size - 1] == '\n' ? size - 1 : size), &arena, &stop, &error);
    size_t leaked = uo_guard_heap_end(); /* the target's to find */
    (void)leaked;
  }
  free(line);
  uo_arena_release(&arena);
  return code == UO_ERROR_NONE ? 0 : give_up(error.message);
}
