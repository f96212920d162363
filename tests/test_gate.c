/* Judging: one answer, one verdict. Questions and answers stand here as the JSON that users write. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "files/json_text.h"
#include "gate/judge.h"

#define INT64_3_1_3        "\"X\": {\"dtype\": \"int64\", \"shape\": [3], \"data\": [3, 1, 3]}"
#define FLOAT_NAN_NAN      "\"X\": {\"dtype\": \"float\", \"shape\": [2], \"data\": [\"NaN\", \"NaN\"]}"
#define ROWS_NAN           "\"X\": {\"dtype\": \"float\", \"shape\": [2, 1], \"data\": [\"NaN\", \"NaN\"]}"
#define INT64(shape, data) "{\"dtype\": \"int64\", \"shape\": [" shape "], \"data\": [" data "]}"

static const char plain[] =
    "{\"id\": \"q\", " INT64_3_1_3 ", \"axis\": null, \"sorted\": 1, \"outputs\": [\"Y\", \"counts\"]}";
static const char plain_right[] = "{\"id\": \"q\", \"Y\": " INT64("2", "1, 3") ", \"counts\": " INT64("2", "1, 2") "}";
static const char nan_flat[] =
    "{\"id\": \"q\", " FLOAT_NAN_NAN ", \"axis\": null, \"sorted\": 1, \"outputs\": [\"Y\"]}";
static const char nan_rows[] = "{\"id\": \"q\", " ROWS_NAN ", \"axis\": 0, \"sorted\": 1, \"outputs\": [\"Y\"]}";
static const char bad_axis[] = "{\"id\": \"q\", " INT64_3_1_3 ", \"axis\": 1, \"sorted\": 1, \"outputs\": [\"Y\"]}";
static const char bad_scalar_axis[] =
    "{\"id\": \"q\", \"X\": {\"dtype\": \"bool\", \"shape\": [], \"data\": [true]}, \"axis\": 0, \"sorted\": 1, "
    "\"outputs\": "
    "[\"Y\"]}";
static const char bad_sorted[] =
    "{\"id\": \"q\", " INT64_3_1_3 ", \"axis\": null, \"sorted\": 2, \"outputs\": [\"Y\"]}";

/* One judgement, with everything that it lives from. */
typedef struct judging {
  uo_arena arena;
  uo_judge judge;
  uo_corpus_vector vector;
  uo_answer answer;
  uo_judgement judgement;
} judging;

static void read_question(judging *bench, const char *json) {
  uo_error error = {0};
  bench->vector = (uo_corpus_vector){.policy = UO_POLICY_ONNX, .place = "here:1", .source = "here"};
  if (uo_json_read_vector(json, strlen(json), "question", &bench->arena, &bench->vector.vector, &error) !=
      UO_ERROR_NONE)
    fail_msg("%s", error.message);
}

static void read_answer(judging *bench, const char *json) {
  uo_error error = {0};
  const char *id;
  if (uo_json_read_answer(json, strlen(json), "answer", &bench->arena, &id, &bench->answer, &error) != UO_ERROR_NONE)
    fail_msg("%s", error.message);
}

static uo_verdict judge_now(judging *bench) {
  uo_error error = {0};
  if (uo_judge_answer(&bench->judge, &bench->vector.vector.question, &bench->vector, &bench->answer, &bench->judgement,
                      &error) != UO_ERROR_NONE)
    fail_msg("%s", error.message);
  return bench->judgement.verdict;
}

static uo_verdict judge_json(judging *bench, const char *question, const char *answer) {
  read_question(bench, question);
  read_answer(bench, answer);
  return judge_now(bench);
}

static bool names(const judging *bench, uo_clause clause) {
  for (int i = 0; i < bench->judgement.report.count; i++) {
    if (bench->judgement.report.findings[i].clause == clause) return true;
  }
  return false;
}

static int open_bench(void **state) {
  static judging one;
  one = (judging){.judge = uo_judge_for(false, UO_POLICY_ONNX)};
  *state = &one;
  return 0;
}

static int close_bench(void **state) {
  judging *bench = *state;
  uo_arena_release(&bench->arena);
  return 0;
}

/* Every kind of answer without outputs, to a valid case and to one that must be rejected (ERR-01). */
static void kinds_of_answers(void **state) {
  judging *bench = *state;
  static const struct {
    uo_answer_kind kind;
    uo_verdict valid;
    uo_verdict invalid;
  } rows[] = {
      {UO_ANSWER_REJECTED, UO_VERDICT_REJECTS_VALID, UO_VERDICT_PASS},
      {UO_ANSWER_FAILED, UO_VERDICT_REJECTS_VALID, UO_VERDICT_PASS},
      {UO_ANSWER_UNSUPPORTED, UO_VERDICT_UNSUPPORTED, UO_VERDICT_UNSUPPORTED},
      {UO_ANSWER_CRASHED, UO_VERDICT_CRASH, UO_VERDICT_CRASH},
      {UO_ANSWER_HUNG, UO_VERDICT_HANG, UO_VERDICT_HANG},
      {UO_ANSWER_OUT_OF_MEMORY, UO_VERDICT_OUT_OF_MEMORY, UO_VERDICT_OUT_OF_MEMORY},
      {UO_ANSWER_CLOBBERED, UO_VERDICT_CLOBBERS, UO_VERDICT_CLOBBERS},
      {UO_ANSWER_LEAKED, UO_VERDICT_LEAKS, UO_VERDICT_LEAKS},
      {UO_ANSWER_BROKEN, UO_VERDICT_BROKEN_ADAPTER, UO_VERDICT_BROKEN_ADAPTER},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    bench->answer = (uo_answer){.kind = rows[i].kind, .message = "why"};
    read_question(bench, plain);
    assert_int_equal(judge_now(bench), rows[i].valid);
    assert_string_equal(bench->judgement.message, "why");
    read_question(bench, bad_axis);
    assert_int_equal(judge_now(bench), rows[i].invalid);
  }
}

/* ERR-01, ERR-02, ERR-03 */
static void answers_to_invalid_cases(void **state) {
  judging *bench = *state;
  const char *answer = "{\"id\": \"q\", \"Y\": " INT64("2", "1, 3") "}";
  assert_int_equal(judge_json(bench, bad_axis, answer), UO_VERDICT_ACCEPTS_INVALID);
  assert_true(names(bench, UO_CLAUSE_ERR_01));
  assert_int_equal(judge_json(bench, bad_scalar_axis, answer), UO_VERDICT_ACCEPTS_INVALID);
  assert_true(names(bench, UO_CLAUSE_ERR_02));
  assert_int_equal(judge_json(bench, bad_sorted, answer), UO_VERDICT_ACCEPTS_INVALID);
  assert_true(names(bench, UO_CLAUSE_ERR_03));
  assert_int_equal(bench->judgement.report.count, 1);
}

/* A vector may ask for a rejection that no clause asks for. */
static void rejection_asked_by_the_vector(void **state) {
  judging *bench = *state;
  const char *question =
      "{\"id\": \"q\", " INT64_3_1_3
      ", \"axis\": null, \"sorted\": 1, \"outputs\": [\"Y\"], \"expect\": {\"rejected\": \"because\"}}";
  assert_int_equal(judge_json(bench, question, "{\"id\": \"q\", \"rejected\": \"no\"}"), UO_VERDICT_PASS);
  assert_int_equal(judge_json(bench, question, "{\"id\": \"q\", \"Y\": " INT64("2", "1, 3") "}"),
                   UO_VERDICT_ACCEPTS_INVALID);
  assert_non_null(strstr(bench->judgement.message, "because"));
}

/* VAL-01, CNT-01, OUT-04 */
static void outputs_of_valid_cases(void **state) {
  judging *bench = *state;
  assert_int_equal(judge_json(bench, plain, plain_right), UO_VERDICT_PASS);
  assert_string_equal(bench->judgement.message, "");
  const char *wrong = "{\"id\": \"q\", \"Y\": " INT64("2", "1, 3") ", \"counts\": " INT64("2", "2, 1") "}";
  assert_int_equal(judge_json(bench, plain, wrong), UO_VERDICT_WRONG);
  assert_true(names(bench, UO_CLAUSE_CNT_01));
  assert_int_equal(judge_json(bench, plain, "{\"id\": \"q\", \"Y\": " INT64("2", "1, 3") "}"), UO_VERDICT_WRONG);
  const char *unwanted = "{\"id\": \"q\", \"Y\": " INT64("2", "1, 3") ", \"counts\": " INT64(
      "2", "1, 2") ", \"indices\": " INT64("2", "1, 0") "}";
  assert_int_equal(judge_json(bench, plain, unwanted), UO_VERDICT_CLOBBERS);
  assert_non_null(strstr(bench->judgement.message, "indices"));
}

/* A wrong answer that leaks is wrong; a right one leaks. */
static void leaks_are_judged_last(void **state) {
  judging *bench = *state;
  read_question(bench, plain);
  read_answer(bench, plain_right);
  bench->answer.kind = UO_ANSWER_LEAKED;
  bench->answer.message = "100 bytes a call";
  assert_int_equal(judge_now(bench), UO_VERDICT_LEAKS);
  assert_string_equal(bench->judgement.message, "100 bytes a call");
  read_answer(bench, "{\"id\": \"q\", \"Y\": " INT64("2", "3, 1") ", \"counts\": " INT64("2", "2, 1") "}");
  bench->answer.kind = UO_ANSWER_LEAKED;
  assert_int_equal(judge_now(bench), UO_VERDICT_WRONG);
  assert_true(names(bench, UO_CLAUSE_ORD_01));
}

#define NAN_ONCE      "{\"id\": \"q\", \"Y\": {\"dtype\": \"float\", \"shape\": [1], \"data\": [\"NaN\"]}}"
#define NAN_TWICE     "{\"id\": \"q\", \"Y\": {\"dtype\": \"float\", \"shape\": [2], \"data\": [\"NaN\", \"NaN\"]}}"
#define NAN_ROW_ONCE  "{\"id\": \"q\", \"Y\": {\"dtype\": \"float\", \"shape\": [1, 1], \"data\": [\"NaN\"]}}"
#define NAN_ROW_TWICE "{\"id\": \"q\", \"Y\": {\"dtype\": \"float\", \"shape\": [2, 1], \"data\": [\"NaN\", \"NaN\"]}}"

/* SIL-01, SIL-05: under a named policy the other choice is freedom, named. */
static void freedom_under_a_named_policy(void **state) {
  judging *bench = *state;
  char text[100];
  assert_int_equal(judge_json(bench, nan_flat, NAN_ONCE), UO_VERDICT_PASS);
  assert_int_equal(judge_json(bench, nan_flat, NAN_TWICE), UO_VERDICT_FREEDOM);
  assert_int_equal(bench->judgement.choices, UO_NAN_DISTINCT);
  assert_string_equal(uo_choices_silent_points(bench->judgement.choices, text, sizeof text), "SIL-01");
  assert_int_equal(judge_json(bench, nan_rows, NAN_ROW_TWICE), UO_VERDICT_FREEDOM);
  assert_int_equal(bench->judgement.choices, UO_NAN_SUBTENSOR_DISTINCT);
  bench->judge = uo_judge_for(false, UO_POLICY_NUMPY);
  assert_int_equal(judge_json(bench, nan_rows, NAN_ROW_TWICE), UO_VERDICT_PASS);
  assert_int_equal(judge_json(bench, nan_rows, NAN_ROW_ONCE), UO_VERDICT_FREEDOM);
  assert_true(uo_verdict_fails(UO_VERDICT_FREEDOM, false, false));
  assert_false(uo_verdict_fails(UO_VERDICT_FREEDOM, true, false));
}

/* Under spec the set of choices narrows, and an answer that none of them explains is inconsistent. SIL-01, SIL-05 */
static void spec_narrows(void **state) {
  judging *bench = *state;
  bench->judge = uo_judge_for(true, 0);
  assert_true(uo_policy_set_has(&bench->judge.alive, UO_POLICY_ONNX));
  assert_true(uo_policy_set_has(&bench->judge.alive, UO_POLICY_IEEE));
  assert_int_equal(judge_json(bench, plain, plain_right), UO_VERDICT_PASS);
  assert_true(uo_policy_set_has(&bench->judge.alive, UO_POLICY_IEEE));
  assert_int_equal(judge_json(bench, nan_flat, NAN_ONCE), UO_VERDICT_PASS);
  assert_false(uo_policy_set_has(&bench->judge.alive, UO_POLICY_IEEE));
  assert_int_equal(judge_json(bench, nan_rows, NAN_ROW_TWICE), UO_VERDICT_WRONG);
  assert_true(bench->judgement.inconsistent);
  assert_true((bench->judgement.choices & UO_NAN_SUBTENSOR_DISTINCT) != 0);
  assert_non_null(strstr(bench->judgement.message, "inconsistent"));
  assert_non_null(strstr(bench->judgement.message, "SIL-05"));
  assert_true(bench->judgement.report.count > 0);
  assert_true(uo_policy_set_has(&bench->judge.alive, UO_POLICY_ONNX)); /* the offender does not narrow the set */
}

/* The other way round: freedom first, and then onnx's own answer is the inconsistent one. */
static void spec_holds_to_the_first_choice(void **state) {
  judging *bench = *state;
  bench->judge = uo_judge_for(true, 0);
  assert_int_equal(judge_json(bench, nan_flat, NAN_TWICE), UO_VERDICT_FREEDOM);
  assert_true((bench->judgement.choices & UO_NAN_DISTINCT) != 0);
  assert_false(uo_policy_set_has(&bench->judge.alive, UO_POLICY_ONNX));
  assert_int_equal(judge_json(bench, plain, plain_right), UO_VERDICT_PASS);
  assert_int_equal(judge_json(bench, nan_flat, NAN_ONCE), UO_VERDICT_WRONG);
  assert_true(bench->judgement.inconsistent);
  const char *nonsense = "{\"id\": \"q\", \"Y\": {\"dtype\": \"float\", \"shape\": [1], \"data\": [1.0]}}";
  assert_int_equal(judge_json(bench, nan_flat, nonsense), UO_VERDICT_WRONG);
  assert_false(bench->judgement.inconsistent);
  assert_int_equal(bench->judgement.choices, 0);
}

/* Of all the ways to contradict earlier answers, the one in the fewest choices is named. SIL-01, SIL-02 */
static void smallest_contradiction(void **state) {
  judging *bench = *state;
  bench->judge = uo_judge_for(true, 0);
  assert_int_equal(judge_json(bench, nan_flat, NAN_ONCE), UO_VERDICT_PASS); /* says nothing about the order */
  const char *question =
      "{\"id\": \"q\", \"X\": {\"dtype\": \"float\", \"shape\": [3], \"data\": [\"NaN\", 1.0, \"NaN\"]}, "
      "\"axis\": null, \"sorted\": 1, \"outputs\": [\"Y\"]}";
  const char *distinct_and_first =
      "{\"id\": \"q\", \"Y\": {\"dtype\": \"float\", \"shape\": [3], \"data\": [\"NaN\", \"NaN\", 1.0]}}";
  assert_int_equal(judge_json(bench, question, distinct_and_first), UO_VERDICT_WRONG);
  assert_true(bench->judgement.inconsistent);
  assert_int_equal(bench->judgement.choices, UO_NAN_DISTINCT);
  assert_non_null(
      strstr(bench->judgement.message, "follows nan=distinct, but earlier answers follow nan=equal (SIL-01)"));
}

/* The vector's own answer, bit for bit, and yet not what the subject did before. */
static void inconsistent_with_a_golden(void **state) {
  judging *bench = *state;
  const char *question = "{\"id\": \"q\", " FLOAT_NAN_NAN
                         ", \"axis\": null, \"sorted\": 1, \"outputs\": [\"Y\"], \"expect\": {\"Y\": "
                         "{\"dtype\": \"float\", \"shape\": [1], \"data\": [\"NaN\"]}}}";
  bench->judge = uo_judge_for(true, 0);
  assert_int_equal(judge_json(bench, nan_flat, NAN_TWICE), UO_VERDICT_FREEDOM);
  assert_int_equal(judge_json(bench, question, NAN_ONCE), UO_VERDICT_WRONG);
  assert_true(bench->judgement.inconsistent);
  assert_null(strstr(bench->judgement.message, "either the vector or the checker is wrong"));
}

#define EXPECTING(counts)                                                                                              \
  "{\"id\": \"q\", " INT64_3_1_3                                                                                       \
  ", \"axis\": null, \"sorted\": 1, \"outputs\": [\"Y\", \"counts\"], \"expect\": {"                                   \
  "\"Y\": " INT64("2", "1, 3") ", \"counts\": " counts "}}"

/* Golden and checker must agree; when they do not, one of the two is wrong, and the report says which clause it is
 * about. */
static void wrong_golden(void **state) {
  judging *bench = *state;
  assert_int_equal(judge_json(bench, EXPECTING(INT64("2", "1, 2")), plain_right), UO_VERDICT_PASS);
  assert_int_equal(judge_json(bench, EXPECTING(INT64("2", "2, 1")), plain_right), UO_VERDICT_WRONG);
  assert_int_equal(bench->judgement.report.count, 1);
  const uo_finding *finding = &bench->judgement.report.findings[0];
  assert_int_equal(finding->clause, UO_CLAUSE_CNT_01);
  assert_int_equal(finding->output, UO_COUNTS);
  assert_int_equal(finding->position, 0);
  assert_int_equal(finding->places, 2);
  assert_non_null(strstr(bench->judgement.message, "differs from the vector's expected answer"));
  assert_non_null(strstr(bench->judgement.message, "CNT-01"));
  /* A golden with the bits of the other zero violates the silent point about them, and no clause of values. */
  const char *zeros =
      "{\"id\": \"q\", \"X\": {\"dtype\": \"float\", \"shape\": [2], \"data\": [-0.0, 0.0]}, \"axis\": null, "
      "\"sorted\": 1, \"outputs\": [\"Y\"], \"expect\": {\"Y\": {\"dtype\": \"float\", \"shape\": [1], "
      "\"data\": [0.0]}}}";
  const char *first_zero = "{\"id\": \"q\", \"Y\": {\"dtype\": \"float\", \"shape\": [1], \"data\": [-0.0]}}";
  assert_int_equal(judge_json(bench, zeros, first_zero), UO_VERDICT_WRONG);
  assert_int_equal(finding->clause, UO_CLAUSE_SIL_04);
  /* The answer that copies the wrong golden is wrong too, and the report says that it is the golden's. */
  const char *copied = "{\"id\": \"q\", \"Y\": " INT64("2", "1, 3") ", \"counts\": " INT64("2", "2, 1") "}";
  assert_int_equal(judge_json(bench, EXPECTING(INT64("2", "2, 1")), copied), UO_VERDICT_WRONG);
  assert_non_null(strstr(bench->judgement.message, "the vector or the checker is wrong"));
}

/* A golden of another shape than the answer's, and what is no tensor at all. */
static void golden_of_another_shape(void **state) {
  judging *bench = *state;
  const char *column = "{\"id\": \"q\", " INT64_3_1_3
                       ", \"axis\": null, \"sorted\": 1, \"outputs\": [\"Y\", \"counts\"], \"expect\": {"
                       "\"Y\": " INT64("2, 1", "1, 3") ", \"counts\": " INT64("2", "1, 2") "}}";
  assert_int_equal(judge_json(bench, column, plain_right), UO_VERDICT_WRONG);
  assert_int_equal(bench->judgement.report.count, 1);
  const uo_finding *finding = &bench->judgement.report.findings[0];
  assert_int_equal(finding->output, UO_Y);
  assert_int_equal(finding->position, -1);
  assert_string_equal(finding->have, "int64[2]");
  assert_string_equal(finding->want, "int64[2, 1]");
  assert_int_equal(finding->clause, UO_CLAUSE_SHAPE_01);

  read_question(bench, column);
  read_answer(bench, plain_right);
  uo_tensor broken = *bench->answer.outputs.tensor[UO_Y];
  broken.dtype = UO_TYPE_INT32;
  bench->answer.outputs.tensor[UO_Y] = &broken;
  assert_int_equal(judge_now(bench), UO_VERDICT_WRONG);
  broken.dtype = 99;
  assert_int_equal(judge_now(bench), UO_VERDICT_WRONG);
  bench->answer.outputs.tensor[UO_Y] = NULL;
  assert_int_equal(judge_now(bench), UO_VERDICT_WRONG);
  assert_null(strstr(bench->judgement.message, "bit for bit"));
}

/* A golden of another policy says nothing about this one. */
static void golden_of_another_policy(void **state) {
  judging *bench = *state;
  read_question(bench, EXPECTING(INT64("2", "2, 1")));
  read_answer(bench, plain_right);
  bench->vector.policy = UO_POLICY_NUMPY;
  assert_int_equal(judge_now(bench), UO_VERDICT_PASS);
  bench->judge = uo_judge_for(false, UO_POLICY_ARRAY_API); /* allows several answers: no golden is the only one */
  bench->vector.policy = UO_POLICY_ARRAY_API;
  assert_int_equal(judge_now(bench), UO_VERDICT_PASS);
  bench->judge = uo_judge_for(true, 0);
  bench->vector.policy = UO_POLICY_ONNX;
  assert_int_equal(judge_now(bench), UO_VERDICT_WRONG);
}

static void unstable_answers(void **state) {
  judging *bench = *state;
  assert_int_equal(judge_json(bench, plain, plain_right), UO_VERDICT_PASS);
  uo_answer again = bench->answer;
  uo_judge_unstable(UO_ANSWER_OUTPUTS, &again, &bench->judgement);
  assert_int_equal(bench->judgement.verdict, UO_VERDICT_UNSTABLE);
  assert_non_null(strstr(bench->judgement.message, "pass"));
  again = (uo_answer){.kind = UO_ANSWER_CRASHED, .message = "signal 11"};
  uo_judge_unstable(UO_ANSWER_OUTPUTS, &again, &bench->judgement);
  assert_non_null(strstr(bench->judgement.message, "signal 11"));
  static const char *const nothing[] = {"", NULL};
  for (int i = 0; i < 2; i++) {
    again = (uo_answer){.kind = UO_ANSWER_HUNG, .message = nothing[i]};
    bench->judgement.verdict = UO_VERDICT_WRONG;
    uo_judge_unstable(UO_ANSWER_OUTPUTS, &again, &bench->judgement);
    assert_string_equal(bench->judgement.message, "answered first: outputs (judged wrong); asked again: hung");
  }
}

/* A leak without outputs to judge, and an answer without a message. */
static void leaks_without_outputs(void **state) {
  judging *bench = *state;
  read_question(bench, plain);
  bench->answer = (uo_answer){.kind = UO_ANSWER_LEAKED};
  assert_int_equal(judge_now(bench), UO_VERDICT_LEAKS);
  assert_string_equal(bench->judgement.message, "");
}

static void kinds_have_names(void **state) {
  (void)state;
  static const char *const names[] = {"outputs", "rejected",      "unsupported", "failed", "crashed",
                                      "hung",    "out of memory", "clobbered",   "leaked", "broken"};
  for (int kind = UO_ANSWER_OUTPUTS; kind <= UO_ANSWER_BROKEN; kind++)
    assert_string_equal(uo_answer_kind_name((uo_answer_kind)kind), names[kind]);
}

static uint64_t fingerprint_of(judging *bench, const char *json) {
  read_answer(bench, json);
  return uo_answer_fingerprint(&bench->answer);
}

#define Y_ONLY(dtype, shape, data)                                                                                     \
  "{\"id\": \"q\", \"Y\": {\"dtype\": \"" dtype "\", \"shape\": [" shape "], \"data\": [" data "]}}"

/* Any difference of kind, type, shape or bits; nothing else. */
static void fingerprints(void **state) {
  judging *bench = *state;
  static const char *const different[] = {
      Y_ONLY("float", "2", "0.0, 1.0"),
      Y_ONLY("float", "2", "-0.0, 1.0"),
      Y_ONLY("float", "2", "\"NaN\", 1.0"),
      Y_ONLY("float", "2", "\"NaN(0xffc00000)\", 1.0"),
      Y_ONLY("float", "2, 1", "0.0, 1.0"),
      Y_ONLY("float", "1, 2", "0.0, 1.0"),
      Y_ONLY("double", "2", "0.0, 1.0"),
      Y_ONLY("string", "2", "\"ab\", \"c\""),
      Y_ONLY("string", "2", "\"a\", \"bc\""),
      Y_ONLY("string", "0", ""),
      Y_ONLY("float", "0", ""),
      "{\"id\": \"q\", \"rejected\": \"a\"}",
      "{\"id\": \"q\", \"failed\": \"a\"}",
  };
  size_t count = sizeof different / sizeof different[0];
  for (size_t i = 0; i < count; i++) {
    uint64_t print = fingerprint_of(bench, different[i]);
    for (size_t k = 0; k < i; k++) assert_true(print != fingerprint_of(bench, different[k]));
    assert_true(print == fingerprint_of(bench, different[i]));
  }
  assert_true(fingerprint_of(bench, "{\"id\": \"q\", \"failed\": \"a\"}") ==
              fingerprint_of(bench, "{\"id\": \"q\", \"failed\": \"b\"}"));
  /* What is no tensor has a type and a rank that can be told apart, and no elements that could be looked at. */
  static const uo_tensor none[] = {{.dtype = 99, .rank = 1}, {.dtype = 98, .rank = 1}, {.dtype = 99, .rank = -1}};
  uint64_t prints[3];
  for (int i = 0; i < 3; i++) {
    uo_answer answer = {.outputs = {.tensor = {&none[i]}}};
    prints[i] = uo_answer_fingerprint(&answer);
  }
  assert_true(prints[0] != prints[1] && prints[0] != prints[2] && prints[1] != prints[2]);
}

static void verdict_table(void **state) {
  (void)state;
  for (int i = 0; i < UO_VERDICT_COUNT; i++) {
    uo_verdict found = UO_VERDICT_COUNT;
    assert_true(uo_verdict_find(uo_verdict_name((uo_verdict)i), &found));
    assert_int_equal(found, i);
    bool never = i == UO_VERDICT_PASS || i == UO_VERDICT_UNSUPPORTED || i == UO_VERDICT_FREEDOM;
    assert_int_equal(uo_verdict_fails((uo_verdict)i, true, false), !never);
  }
  uo_verdict found;
  assert_false(uo_verdict_find("passed", &found));
  assert_true(uo_verdict_fails(UO_VERDICT_UNSUPPORTED, false, true));
  assert_false(uo_verdict_fails(UO_VERDICT_PASS, false, true));
}

static void choices_as_text(void **state) {
  (void)state;
  char text[200];
  uint32_t both = UO_NAN_COMPLEX_BY_PART | UO_COMPLEX_BY_MODULUS | UO_ZERO_DISTINCT;
  assert_string_equal(uo_choices_silent_points(both, text, sizeof text), "SIL-07, SIL-04");
  assert_string_equal(uo_choices_format(both, UO_ZERO_DISTINCT, text, sizeof text),
                      "nan-complex=any-part, zero=distinct, complex-order=lexicographic");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(kinds_of_answers, open_bench, close_bench),
      cmocka_unit_test_setup_teardown(answers_to_invalid_cases, open_bench, close_bench),
      cmocka_unit_test_setup_teardown(rejection_asked_by_the_vector, open_bench, close_bench),
      cmocka_unit_test_setup_teardown(outputs_of_valid_cases, open_bench, close_bench),
      cmocka_unit_test_setup_teardown(leaks_are_judged_last, open_bench, close_bench),
      cmocka_unit_test_setup_teardown(freedom_under_a_named_policy, open_bench, close_bench),
      cmocka_unit_test_setup_teardown(spec_narrows, open_bench, close_bench),
      cmocka_unit_test_setup_teardown(spec_holds_to_the_first_choice, open_bench, close_bench),
      cmocka_unit_test_setup_teardown(smallest_contradiction, open_bench, close_bench),
      cmocka_unit_test_setup_teardown(inconsistent_with_a_golden, open_bench, close_bench),
      cmocka_unit_test_setup_teardown(golden_of_another_shape, open_bench, close_bench),
      cmocka_unit_test_setup_teardown(leaks_without_outputs, open_bench, close_bench),
      cmocka_unit_test(kinds_have_names),
      cmocka_unit_test_setup_teardown(wrong_golden, open_bench, close_bench),
      cmocka_unit_test_setup_teardown(golden_of_another_policy, open_bench, close_bench),
      cmocka_unit_test_setup_teardown(unstable_answers, open_bench, close_bench),
      cmocka_unit_test_setup_teardown(fingerprints, open_bench, close_bench),
      cmocka_unit_test(verdict_table),
      cmocka_unit_test(choices_as_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
