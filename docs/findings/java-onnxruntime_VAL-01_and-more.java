// Shows: VAL-01, SHAPE-01, SHAPE-02, IDX-03, INV-06, CNT-01, CNT-02, ORD-01, SIL-02, SIL-09, ERR-03, crash, rejects-valid.
// onnxruntime through its Java package. A script: java -cp 'build/adapters/java-onnxruntime/*' THIS-FILE
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;

class Findings {
  // Models of one Unique node with four outputs, opset 11, made with onnx.helper.
  private static final Map<String, String> MODELS = Map.of(
      "flat",
      "CAY6jQEKMAoBWBIBWRIHaW5kaWNlcxIPaW52ZXJzZV9pbmRpY2VzEgZjb3VudHMiBlVuaXF1ZRIBdVoRCgFYEgwKCggBEgYKBBICZDBiCQoBWRIECgIIAWIPCgdpbmRpY2VzEgQKAggHYhcKD2ludmVyc2VfaW5kaWNlcxIECgIIB2IOCgZjb3VudHMSBAoCCAdCBAoAEAs=",
      "axis",
      "CAY6oAEKPQoBWBIBWRIHaW5kaWNlcxIPaW52ZXJzZV9pbmRpY2VzEgZjb3VudHMiBlVuaXF1ZSoLCgRheGlzGACgAQISAXVaFwoBWBISChAIARIMCgQSAmQwCgQSAmQxYgkKAVkSBAoCCAFiDwoHaW5kaWNlcxIECgIIB2IXCg9pbnZlcnNlX2luZGljZXMSBAoCCAdiDgoGY291bnRzEgQKAggHQgQKABAL",
      "sorted3",
      "CAY6nAEKPwoBWBIBWRIHaW5kaWNlcxIPaW52ZXJzZV9pbmRpY2VzEgZjb3VudHMiBlVuaXF1ZSoNCgZzb3J0ZWQYA6ABAhIBdVoRCgFYEgwKCggBEgYKBBICZDBiCQoBWRIECgIIAWIPCgdpbmRpY2VzEgQKAggHYhcKD2ludmVyc2VfaW5kaWNlcxIECgIIB2IOCgZjb3VudHMSBAoCCAdCBAoAEAs=",
      "texts",
      "CAY6nAEKPwoBWBIBWRIHaW5kaWNlcxIPaW52ZXJzZV9pbmRpY2VzEgZjb3VudHMiBlVuaXF1ZSoNCgZzb3J0ZWQYAKABAhIBdVoRCgFYEgwKCggIEgYKBBICZDBiCQoBWRIECgIICGIPCgdpbmRpY2VzEgQKAggHYhcKD2ludmVyc2VfaW5kaWNlcxIECgIIB2IOCgZjb3VudHMSBAoCCAdCBAoAEAs=",
      "textsSorted",
      "CAY6jQEKMAoBWBIBWRIHaW5kaWNlcxIPaW52ZXJzZV9pbmRpY2VzEgZjb3VudHMiBlVuaXF1ZRIBdVoRCgFYEgwKCggIEgYKBBICZDBiCQoBWRIECgIICGIPCgdpbmRpY2VzEgQKAggHYhcKD2ludmVyc2VfaW5kaWNlcxIECgIIB2IOCgZjb3VudHMSBAoCCAdCBAoAEAs=");

  private static final OrtEnvironment ENVIRONMENT = OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
  private static boolean all = true;

  private static String run(String model, OnnxTensor x) throws OrtException {
    try (OrtSession session = ENVIRONMENT.createSession(Base64.getDecoder().decode(MODELS.get(model)));
        OrtSession.Result result = session.run(Map.of("X", x))) {
      Object y = result.get("Y").orElseThrow().getValue();
      String values = y instanceof float[] numbers ? Arrays.toString(numbers)
          : y instanceof String[] texts ? Arrays.toString(texts).replace("\0", "<NUL>") : Arrays.deepToString((Object[]) y);
      return values + " at " + Arrays.toString((long[]) result.get("indices").orElseThrow().getValue());
    }
  }

  private static OnnxTensor floats(long[] shape, float... values) throws OrtException {
    return OnnxTensor.createTensor(ENVIRONMENT, FloatBuffer.wrap(values), shape);
  }

  private static OnnxTensor texts(String... values) throws OrtException {
    return OnnxTensor.createTensor(ENVIRONMENT, values);
  }

  private static void show(String clauses, String have, String want) {
    System.out.printf("%-55s have %s, want %s%n", clauses, have, want);
    all &= !have.equals(want);
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments.length > 0) {
      System.out.println(run("axis", floats(new long[] {1, 0})));
      return;
    }
    show("VAL-01 SHAPE-01 SHAPE-02 IDX-03 INV-06 CNT-01 CNT-02", run("flat", floats(new long[] {2}, Float.NaN, 0)),
        "[0.0, NaN] at [1, 0]");
    show("SIL-02", run("axis", floats(new long[] {2, 2}, Float.NaN, 0, 0, 1)), "[[0.0, 1.0], [NaN, 0.0]] at [1, 0]");
    show("ORD-01  NUL after a", run("textsSorted", texts("a", "\0")), "[<NUL>, a] at [1, 0]");
    show("SIL-09  U+10000 and U+FFFF, by bytes", run("textsSorted", texts("\ud800\udc00", "\uffff")),
        "[\uffff, \ud800\udc00] at [1, 0]");
    String nine;
    try {
      OnnxTensor x = OnnxTensor.createTensor(ENVIRONMENT, new String[] {"a"}, new long[] {1, 1, 1, 1, 1, 1, 1, 1, 1});
      nine = "a string, shape " + Arrays.toString(x.getInfo().getShape());
      x.getValue();
    } catch (OrtException | RuntimeException error) {
      nine = error.getMessage();
    }
    show("rejects-valid  a string of rank 9", nine, "a string, shape [1, 1, 1, 1, 1, 1, 1, 1, 1]");
    String three;
    try {
      three = run("sorted3", floats(new long[] {1}, 1));
    } catch (OrtException error) {
      three = "an error";
    }
    show("ERR-03  sorted=3", three, "an error");
    String java = ProcessHandle.current().info().command().orElse("java");
    List<String> again = new ArrayList<>(List.of(java)); // the command that this was started with
    again.addAll(List.of(ProcessHandle.current().info().arguments().orElseThrow()));
    again.add("empty");
    Process child = new ProcessBuilder(again)
        .redirectError(ProcessBuilder.Redirect.DISCARD).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    int code = child.waitFor(); // of a signal: 128 and its number
    show("crash  X of shape [1, 0] along axis 0", code > 128 ? "signal " + (code - 128) : "an end", "an end");
    System.exit(all ? 0 : 1);
  }
}
