/* Asks the reference and lets the checker judge its answer, once right and once spoilt. */
#include <stdio.h>
#include <unique_oracle/checker.h>
#include <unique_oracle/unique.h>

static int count_findings(const uo_tensor *x, const uo_attributes *attributes, const uo_outputs *claim) {
  uo_report report;
  uo_error_code code = uo_check(x, attributes, UO_WANT_ALL, claim, UO_POLICY_ONNX, NULL, &report, NULL);
  return code == UO_ERROR_NONE ? report.count : -1;
}

int main(void) {
  static const float data[] = {2.0f, 1.0f, 2.0f};
  static const int64_t dims[] = {3};
  static int64_t two[] = {9, 9};
  const uo_tensor x = {UO_TYPE_FLOAT, 1, dims, data};
  const uo_attributes attributes = {0, 0, 1};
  uo_outputs outputs;
  uo_error error;
  if (uo_unique(&x, &attributes, UO_WANT_ALL, UO_POLICY_ONNX, NULL, &outputs, &error) != UO_ERROR_NONE) {
    puts(error.message);
    return 1;
  }
  int right = count_findings(&x, &attributes, &outputs);
  uo_tensor counts = *outputs.tensor[UO_COUNTS];
  counts.data = two;
  outputs.tensor[UO_COUNTS] = &counts;
  int wrong = count_findings(&x, &attributes, &outputs);
  uo_outputs_release(&outputs);
  printf("right: %d findings, wrong: %d findings\n", right, wrong);
  return right == 0 && wrong > 0 ? 0 : 1;
}
