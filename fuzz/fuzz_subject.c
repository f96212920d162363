/*
 * An implementation under test, in this process: linked in (UO_FUZZ_SUBJECT), or the plug-in that UNIQUE_ORACLE_PLUGIN
 * names. Its answers are judged by the gate's judge under UNIQUE_ORACLE_POLICY (default onnx), and where that leaves
 * one answer only they must be the reference's, bit for bit.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/ahead.h"
#include "fuzz/asked.h"
#include "fuzz/case_code.h"
#include "fuzz/guard_heap.h"
#include "fuzz/pace.h"
#include "fuzz/signature.h"
#include "fuzz/steer.h"
#include "fuzz/subject_exit.h"
#include "fuzz/subject_sink.h"
#include "fuzz/target.h"
#include "gate/judge.h"

typedef const uo_plugin *uo_entry_function(void);

/* There when a subject is linked in. */
__attribute__((weak)) const uo_plugin *uo_plugin_entry(void);

static const uo_plugin *subject;
static uo_judge fresh_judge;
static uo_pace pace;
static uo_ahead ahead;

static void give_up(const char *what, const char *why) {
  fprintf(stderr, "fuzz_subject: %s: %s\n", what, why);
  exit(2);
}

static uo_entry_function *load(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    const char *why = dlerror(); /* names the file itself, mostly */
    size_t length = strlen(path);
    bool named = strncmp(why, path, length) == 0 && strncmp(why + length, ": ", 2) == 0;
    give_up(path, named ? why + length + 2 : why);
  }
  void *symbol = dlsym(library, "uo_plugin_entry");
  if (symbol == NULL) give_up(path, "has no uo_plugin_entry");
  uo_entry_function *entry;
  memcpy(&entry, &symbol, sizeof entry); /* ISO C knows no cast from an object to a function */
  return entry;
}

static void choose_policy(void) {
  const char *text = getenv("UNIQUE_ORACLE_POLICY");
  uo_policy policy = UO_POLICY_ONNX;
  uo_error error = {0};
  bool spec = text != NULL && strcmp(text, "spec") == 0;
  if (text != NULL && !spec && uo_policy_parse(text, &policy, &error) != UO_ERROR_NONE)
    give_up("UNIQUE_ORACLE_POLICY", error.message);
  fresh_judge = uo_judge_for(spec, policy);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  const char *path = getenv("UNIQUE_ORACLE_PLUGIN");
  uo_entry_function *entry = path != NULL && path[0] != '\0' ? load(path) : uo_plugin_entry;
  if (entry == NULL) give_up("no subject", "link one in, or let UNIQUE_ORACLE_PLUGIN name a plug-in");
  subject = entry();
  if (subject == NULL || subject->abi != UO_PLUGIN_ABI || subject->unique == NULL)
    give_up(path == NULL ? "the linked subject" : path, "its table is not that of ABI 1");
  choose_policy();
  if (getenv("UNIQUE_ORACLE_LOAD_ONLY") != NULL) give_up("loaded", "nothing else was asked for");
  pace = uo_pace_begin();
  ahead = uo_ahead_begin();
  uo_asked_begin();
  return 0;
}

/* Three oracles of one answer must agree: what the checker lets pass is what the reference says. */
static void compare_with_reference(const uo_case *question, const uo_answer *answer) {
  uo_answer reference = {.kind = UO_ANSWER_OUTPUTS, .message = ""};
  uo_error_code code = uo_unique(&question->x, &question->attributes, question->wanted, fresh_judge.policy,
                                 uo_guard_heap(), &reference.outputs, NULL);
  if (code != UO_ERROR_NONE) {
    uo_raise("oracles-disagree", "reference", question, NULL);
    return;
  }
  if (uo_answer_fingerprint(answer) != uo_answer_fingerprint(&reference))
    uo_raise("oracles-disagree", "", question, NULL);
  uo_outputs_release(&reference.outputs);
}

static void judge(const uo_case *question, const uo_answer *answer) {
  uo_judge judge = fresh_judge;
  uo_judgement judgement;
  uo_error_code code = uo_judge_answer(&judge, question, NULL, answer, &judgement, NULL);
  UO_FUZZ_DEMAND(code == UO_ERROR_NONE, "checker-fails", "");
  if (uo_verdict_fails(judgement.verdict, judge.spec, false)) {
    char clauses[512];
    uo_signature_clauses(&judgement.report, clauses, sizeof clauses);
    if (judgement.verdict == UO_VERDICT_FREEDOM) uo_choices_silent_points(judgement.choices, clauses, sizeof clauses);
    uo_raise(uo_verdict_name(judgement.verdict), clauses, question, &judgement.report);
    return;
  }
  bool is_determined = !judge.spec && (judge.policy & UO_REPRESENTATIVE_ANY) == 0;
  if (judgement.verdict == UO_VERDICT_PASS && answer->kind == UO_ANSWER_OUTPUTS && is_determined)
    compare_with_reference(question, answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uo_coded_case coded;
  uo_fuzz_sink sink;
  uo_answer answer;
  UO_FUZZ_DEMAND(uo_code_decode(data, size, uo_guard_heap(), &coded, NULL) == UO_ERROR_NONE, "memory", "");
  uo_subject_may_exit(false);
  bool is_over = pace.end != 0 && time(NULL) >= pace.end;
  if (!is_over && uo_ahead_allows(&ahead, subject, data, size) &&
      uo_pace_allows(&pace, subject, &coded.question, uo_guard_heap())) {
    uo_asked_add();
    uo_fuzz_ask(subject, &coded.question, uo_guard_heap(), &sink, &answer);
    uo_subject_may_exit(true);
    uo_steer(&coded.question, &answer);
    judge(&coded.question, &answer);
    uo_fuzz_sink_release(&sink);
  }
  uo_subject_may_exit(true);
  uo_coded_case_release(&coded);
  UO_FUZZ_DEMAND(uo_guard_heap_end() == 0, "leaks", "");
  return 0;
}
