/* Claims: written, read back, and each field of a file that can be wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "gate/claim.h"
#include "gate/gate.h"

static char path[64];

static int make_path(void **state) {
  (void)state;
  snprintf(path, sizeof path, "/tmp/uo-claim-XXXXXX");
  int descriptor = mkstemp(path);
  return descriptor < 0 || close(descriptor) != 0 ? -1 : 0;
}

static int remove_path(void **state) {
  (void)state;
  return remove(path);
}

static uo_gate_options options_for(const char *vectors) {
  uo_gate_options options = uo_gate_options_default();
  options.level = 0;
  options.vectors[0] = vectors;
  options.vector_count = 1;
  options.version = "1.2.3";
  return options;
}

static void write_claim(uo_gate_options *options) {
  uo_gate_result result;
  uo_error error = {0};
  options->reports[UO_REPORT_CLAIM] = path;
  assert_int_equal(uo_gate_options_complete(options, &error), UO_ERROR_NONE);
  if (uo_gate_run(options, NULL, NULL, &result, &error) != UO_ERROR_NONE) fail_msg("%s", error.message);
  assert_true(result.conforms);
}

#define OFFICIAL UO_SOURCE_DIR "/corpus/vectors/official.jsonl"

static void what_is_written_is_read_back(void **state) {
  (void)state;
  uo_gate_options options = options_for(OFFICIAL);
  uo_claim claim;
  uo_error error = {0};
  options.level = 1;
  options.seed = UINT64_MAX;
  options.count = 40;
  options.shard = 1;
  options.shards = 300;
  options.dtypes = 1u << UO_TYPE_FLOAT | 1u << UO_TYPE_STRING;
  options.required = 1u << UO_TYPE_FLOAT;
  options.policy = UO_POLICY_NUMPY;
  options.limits.seconds = 0.125;
  options.limits.memory_mib = 77;
  write_claim(&options);
  if (uo_claim_read(path, &claim, &error) != UO_ERROR_NONE) fail_msg("%s", error.message);
  assert_string_equal(claim.program, "1.2.3");
  assert_string_equal(claim.subject_name, "built-in reference");
  assert_int_equal(claim.subject_kind, UO_SUBJECT_BUILTIN);
  assert_string_equal(claim.policy, "numpy");
  assert_int_equal(claim.vectors, 6);
  assert_true(claim.conforms);
  assert_true(claim.verdicts[UO_VERDICT_PASS] > 0);
  assert_int_equal(claim.verdicts[UO_VERDICT_WRONG], 0);
  uo_gate_options again = uo_gate_options_default();
  again.limits = (uo_limits){0};
  assert_int_equal(uo_claim_apply(&claim, &again, &error), UO_ERROR_NONE);
  assert_true(again.limits.seconds == 0.125);
  assert_int_equal(again.limits.memory_mib, 77);
  assert_int_equal(again.level, 1);
  assert_int_equal(again.seed, UINT64_MAX);
  assert_int_equal(again.count, 40);
  assert_int_equal(again.shard, 1);
  assert_int_equal(again.shards, 300);
  assert_int_equal(again.dtypes, options.dtypes);
  assert_int_equal(again.required, options.required);
  assert_int_equal(again.policy, UO_POLICY_NUMPY);
  assert_false(again.spec);
  assert_null(again.only);
  uo_claim_release(&claim);
}

/* ---- Verifying --------------------------------------------------------------------------------------------------- */

/* Verifies the file with these vectors; `text` is what was printed, to be freed. */
static uo_error_code verify(const char *vectors, void (*change)(uo_claim *), uo_claim_check *check, char **text,
                            uo_error *error) {
  uo_gate_options options = options_for(vectors);
  uo_claim claim;
  uo_gate_result result;
  size_t size;
  assert_int_equal(uo_claim_read(path, &claim, error), UO_ERROR_NONE);
  if (change != NULL) change(&claim);
  *check = (uo_claim_check){.claim = &claim, .stream = open_memstream(text, &size)};
  assert_non_null(check->stream);
  options.verify = check;
  assert_int_equal(uo_claim_apply(&claim, &options, error), UO_ERROR_NONE);
  uo_error_code code = uo_gate_run(&options, NULL, NULL, &result, error);
  assert_int_equal(fclose(check->stream), 0);
  uo_claim_release(&claim);
  return code;
}

static void fewer_pass(uo_claim *claim) { claim->verdicts[UO_VERDICT_PASS]--; }
static void says_no(uo_claim *claim) { claim->conforms = false; }
static void one_was_wrong(uo_claim *claim) {
  claim->verdicts[UO_VERDICT_WRONG] = 1;
  claim->program = "0.0.1";
}
static void more_vectors(uo_claim *claim) { claim->vectors++; }
static void made_by_another(uo_claim *claim) { claim->program = "0.0.1"; }
static void no_version(uo_claim *claim) { claim->subject_version = ""; }
static void other_version(uo_claim *claim) { claim->subject_version = "2"; }
static void other_name(uo_claim *claim) { claim->subject_name = "mine"; }

static void a_claim_holds_or_not(void **state) {
  (void)state;
  static const struct {
    void (*change)(uo_claim *);
    bool holds;
    const char *said;
  } rows[] = {
      {NULL, true, "pass                        6            6\n"},
      {fewer_pass, false, "pass                        5            6  differs\n"},
      {says_no, false, "conforms                   no          yes  differs\n"},
      {one_was_wrong, false, "wrong                       1            0  differs\n"},
      {one_was_wrong, false, "this program is version 1.2.3: another version may ask other cases\n"},
      {made_by_another, true, "this program is version 1.2.3: another version may ask other cases\n"},
      {more_vectors, false, "vectors                     7            6  differs\n"},
  };
  uo_gate_options options = options_for(OFFICIAL);
  write_claim(&options);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    uo_claim_check check;
    char *text = NULL;
    uo_error error = {0};
    assert_int_equal(verify(OFFICIAL, rows[i].change, &check, &text, &error), UO_ERROR_NONE);
    assert_true(check.compared);
    assert_int_equal(check.holds, rows[i].holds);
    if (strstr(text, rows[i].said) == NULL) fail_msg("not said: %s\n%s", rows[i].said, text);
    free(text);
  }
}

static void other_subjects_and_vectors_say_nothing(void **state) {
  (void)state;
  static const struct {
    void (*change)(uo_claim *);
    const char *vectors;
    const char *message;
  } rows[] = {
      {other_version, OFFICIAL, "is about built-in reference 2, and this subject is built-in reference onnx"},
      {other_name, OFFICIAL, "is about mine onnx"},
      {no_version, OFFICIAL, "is about built-in reference, and this subject is built-in reference onnx"},
      {NULL, UO_SOURCE_DIR "/corpus/vectors/wild.jsonl", "was made with other vectors: 6 of manifest "},
  };
  uo_gate_options options = options_for(OFFICIAL);
  write_claim(&options);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    uo_claim_check check;
    char *text = NULL;
    uo_error error = {0};
    assert_int_equal(verify(rows[i].vectors, rows[i].change, &check, &text, &error), UO_ERROR_INPUT);
    assert_false(check.compared);
    if (strstr(error.message, rows[i].message) == NULL) fail_msg("%s", error.message);
    free(text);
  }
}

static void another_kind_of_subject_is_named(void **state) {
  (void)state;
  uo_claim claim = {.path = "c", .subject_kind = UO_SUBJECT_PLUGIN, .subject_name = "a", .subject_version = "1"};
  uo_gate_options options = uo_gate_options_default();
  uo_error error = {0};
  assert_int_equal(uo_claim_apply(&claim, &options, &error), UO_ERROR_ARGUMENT);
  assert_string_equal(error.message, "c: is about a 1: name it with --plugin");
  claim.subject_kind = UO_SUBJECT_BUILTIN;
  options.subject = UO_SUBJECT_ANSWERS;
  assert_int_equal(uo_claim_apply(&claim, &options, &error), UO_ERROR_ARGUMENT);
  assert_string_equal(error.message, "c: is about a 1: name no subject");
}

/* ---- Files that are wrong ---------------------------------------------------------------------------------------- */

#define DIGITS "00000000000000000000000000000000000000000000000000000000000000aa"
static const char whole[] =
    "{\"claim\": 1, \"program\": \"1\", \"subject\": {\"name\": \"n\", \"version\": \"v\", \"kind\": "
    "\"command\"}, \"policy\": \"spec\", \"cases\": {\"level\": 2, \"seed\": \"7\", \"count\": 9, "
    "\"shard\": \"0/2\", \"dtypes\": [\"bool\"], \"require_dtypes\": [], \"case\": \"7:1\", "
    "\"vectors\": 0, \"manifest\": \"" DIGITS
    "\"}, \"limits\": {\"timeout\": 2.5, \"memory\": 64}, \"conforms\": false, \"verdicts\": {\"hang\": 3}}";

/* The whole claim with the first `from` replaced, into the file. */
static void write_changed(const char *from, const char *to) {
  FILE *file = fopen(path, "w");
  const char *at = strstr(whole, from);
  assert_non_null(file);
  assert_non_null(at);
  fprintf(file, "%.*s%s%s", (int)(at - whole), whole, to, at + strlen(from));
  assert_int_equal(fclose(file), 0);
}

static void a_whole_one_is_read(void **state) {
  (void)state;
  uo_claim claim;
  uo_gate_options options = uo_gate_options_default();
  uo_error error = {0};
  write_changed("7:1", "7:2");
  if (uo_claim_read(path, &claim, &error) != UO_ERROR_NONE) fail_msg("%s", error.message);
  assert_int_equal(claim.verdicts[UO_VERDICT_HANG], 3);
  assert_false(claim.conforms);
  options.subject = UO_SUBJECT_COMMAND;
  assert_int_equal(uo_claim_apply(&claim, &options, &error), UO_ERROR_NONE);
  assert_true(options.spec);
  assert_string_equal(options.only, "7:2");
  assert_true(options.limits.seconds == UO_DEFAULT_SECONDS); /* given, and so not the claim's */
  assert_int_equal(options.limits.memory_mib, UO_DEFAULT_MEMORY_MIB);
  uo_claim_release(&claim);
}

static void a_claim_without_limits_has_those_of_the_gate(void **state) {
  (void)state;
  uo_claim claim;
  uo_gate_options options = uo_gate_options_default();
  uo_error error = {0};
  write_changed("\"limits\"", "\"other\"");
  if (uo_claim_read(path, &claim, &error) != UO_ERROR_NONE) fail_msg("%s", error.message);
  options.subject = UO_SUBJECT_COMMAND;
  options.limits = (uo_limits){0};
  assert_int_equal(uo_claim_apply(&claim, &options, &error), UO_ERROR_NONE);
  assert_true(options.limits.seconds == UO_DEFAULT_SECONDS);
  assert_int_equal(options.limits.memory_mib, UO_DEFAULT_MEMORY_MIB);
  uo_claim_release(&claim);
}

static void each_field_is_checked(void **state) {
  (void)state;
  static const struct {
    const char *from;
    const char *to;
    const char *message;
  } rows[] = {
      {"{\"claim\": 1", "[{\"claim\": 1", "column"},
      {whole, "[]", ": no claim: gate --claim writes one"},
      {"\"claim\": 1", "\"claim\": 2", "claim: format 2, of which this program knows 1"},
      {"\"claim\": 1", "\"claim\": true", "claim: true or false, where a number is needed"},
      {"\"claim\": 1, ", "", "claim: missing; gate --claim writes it"},
      {"\"program\": \"1\", ", "", "program: missing"},
      {"\"subject\": {", "\"subject\": 1, \"x\": {", "subject: a number, where an object is needed"},
      {"\"name\": \"n\", ", "", "subject.name: missing"},
      {"\"version\": \"v\"", "\"version\": \"v\\u0000\"", "subject.version: holds a NUL"},
      {"\"command\"", "\"thing\"", "subject.kind: \"thing\" is none of builtin, plugin, command, answers"},
      {"\"kind\"", "\"type\"", "subject.kind: missing"},
      {"\"spec\"", "\"mine\"", "policy mine"},
      {"\"policy\"", "\"policies\"", "policy: missing"},
      {"\"cases\"", "\"case\"", "cases: missing"},
      {"\"level\": 2", "\"level\": 3", "cases.level: 3"},
      {"\"seed\": \"7\"", "\"seed\": \"-7\"", "cases.seed: -7"},
      {"\"count\": 9", "\"count\": 9.5", "cases.count: 9.5"},
      {"\"0/2\"", "\"2/2\"", "cases.shard 2/2"},
      {"\"shard\": \"0/2\", ", "", "cases.shard: missing"},
      {"[\"bool\"]", "[\"bfloat16\"]", "cases.dtypes: holds what is no name of a type"},
      {"[\"bool\"]", "[9]", "cases.dtypes: holds what is no name of a type"},
      {"\"require_dtypes\": []", "\"require_dtypes\": {}", "cases.require_dtypes: an object, where an array is needed"},
      {"\"7:1\"", "8", "cases.case: a number, where a string is needed"},
      {"\"vectors\": 0, ", "", "cases.vectors: missing"},
      {DIGITS, "00", "cases.manifest: not the 64 digits of a SHA-256"},
      {"aa\"", "xy\"", "cases.manifest: not the 64 digits of a SHA-256"},
      {"\"manifest\"", "\"hash\"", "cases.manifest: missing"},
      {"\"limits\": {", "\"limits\": 1, \"x\": {", "limits: a number, where an object is needed"},
      {"\"timeout\": 2.5, ", "", "limits.timeout: missing"},
      {"2.5", "1e9", "limits.timeout: 1e9: not a number of seconds"},
      {", \"memory\": 64", "", "limits.memory: missing"},
      {"64}", "0}", "limits.memory: 0 MiB; at least 1 is needed"},
      {"64}", "-1}", "limits.memory: -1: not a whole number"},
      {"\"conforms\": false", "\"conforms\": 0", "conforms: a number, where true or false is needed"},
      {"\"hang\"", "\"sleep\"", "verdicts: \"sleep\" is no verdict"},
      {"\"hang\": 3", "\"hang\": null", "verdicts.hang: null, where a number is needed"},
      {"\"verdicts\"", "\"counts\"", "verdicts: missing"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    uo_claim claim;
    uo_error error = {0};
    write_changed(rows[i].from, rows[i].to);
    assert_int_equal(uo_claim_read(path, &claim, &error), UO_ERROR_INPUT);
    if (strncmp(error.message, path, strlen(path)) != 0 || strstr(error.message, rows[i].message) == NULL)
      fail_msg("%s -> %s: %s", rows[i].from, rows[i].to, error.message);
  }
}

static void no_file_is_no_claim(void **state) {
  (void)state;
  uo_claim claim;
  uo_error error = {0};
  assert_int_not_equal(uo_claim_read("/nowhere/at/all", &claim, &error), UO_ERROR_NONE);
  assert_non_null(strstr(error.message, "/nowhere/at/all"));
}

static void a_claim_is_of_a_whole_run(void **state) {
  (void)state;
  uo_gate_options options = options_for(OFFICIAL);
  uo_error error = {0};
  options.reports[UO_REPORT_CLAIM] = path;
  options.known_failures = "known";
  assert_int_equal(uo_gate_options_complete(&options, &error), UO_ERROR_ARGUMENT);
  options.known_failures = NULL;
  options.fail_fast = true;
  assert_int_equal(uo_gate_options_complete(&options, &error), UO_ERROR_ARGUMENT);
}

/* A run that ends without a judgement leaves the file of an earlier one as it is. */
static void a_run_without_judgement_claims_nothing(void **state) {
  (void)state;
  uo_gate_options options = options_for(OFFICIAL);
  uo_gate_result result;
  uo_error error = {0};
  char first[8] = "";
  write_changed("{\"claim\"", "older");
  options.reports[UO_REPORT_CLAIM] = path;
  options.only = "1:2";
  options.dtypes = 0;
  assert_int_equal(uo_gate_run(&options, NULL, NULL, &result, &error), UO_ERROR_INPUT);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  assert_int_equal(fread(first, 1, 5, file), 5);
  assert_int_equal(fclose(file), 0);
  assert_string_equal(first, "older");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(what_is_written_is_read_back, make_path, remove_path),
      cmocka_unit_test_setup_teardown(a_claim_holds_or_not, make_path, remove_path),
      cmocka_unit_test_setup_teardown(other_subjects_and_vectors_say_nothing, make_path, remove_path),
      cmocka_unit_test(another_kind_of_subject_is_named),
      cmocka_unit_test_setup_teardown(a_whole_one_is_read, make_path, remove_path),
      cmocka_unit_test_setup_teardown(a_claim_without_limits_has_those_of_the_gate, make_path, remove_path),
      cmocka_unit_test_setup_teardown(each_field_is_checked, make_path, remove_path),
      cmocka_unit_test(no_file_is_no_claim),
      cmocka_unit_test_setup_teardown(a_claim_is_of_a_whole_run, make_path, remove_path),
      cmocka_unit_test_setup_teardown(a_run_without_judgement_claims_nothing, make_path, remove_path),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
