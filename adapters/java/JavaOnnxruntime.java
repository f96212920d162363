import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * onnxruntime through its Java package. Mapping: none but names; X and the outputs cross as buffers of their bytes, the
 * attributes stand in the node of a model made here (opset 11, outputs that are not wanted left out as OUT-03 has it).
 */
final class JavaOnnxruntime {
  private static final List<String> NAMES = List.of("Y", "indices", "inverse_indices", "counts");
  private static final Map<String, Integer> NUMBERS = Map.of("float", 1, "uint8", 2, "int8", 3, "int16", 5, "int32", 6,
      "int64", 7, "string", 8, "bool", 9, "double", 11);
  private static final Map<String, OnnxJavaType> TYPES = Map.of("float", OnnxJavaType.FLOAT, "uint8", OnnxJavaType.UINT8,
      "int8", OnnxJavaType.INT8, "int16", OnnxJavaType.INT16, "int32", OnnxJavaType.INT32, "int64", OnnxJavaType.INT64,
      "string", OnnxJavaType.STRING, "bool", OnnxJavaType.BOOL, "double", OnnxJavaType.DOUBLE);

  /** A protocol buffer: fields of a varint, or of bytes. */
  private static final class Message {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private void varint(long value) {
      for (; (value & ~0x7fL) != 0; value >>>= 7) out.write((int) (value & 0x7f | 0x80));
      out.write((int) value);
    }

    Message number(int field, long value) {
      varint((long) field << 3);
      varint(value);
      return this;
    }

    Message bytes(int field, byte[] bytes) {
      varint((long) field << 3 | 2);
      varint(bytes.length);
      out.writeBytes(bytes);
      return this;
    }

    Message text(int field, String text) {
      return bytes(field, text.getBytes(StandardCharsets.UTF_8));
    }

    Message message(int field, Message inner) {
      return bytes(field, inner.out.toByteArray());
    }
  }

  private static Message value(String name, int type, int rank) { // ValueInfoProto; rank -1: the shape is left open
    Message tensor = new Message().number(1, type);
    Message shape = new Message();
    for (int d = 0; d < rank; d++) shape.message(1, new Message().text(2, "d" + d));
    if (rank >= 0) tensor.message(2, shape);
    return new Message().text(1, name).message(2, new Message().message(1, tensor));
  }

  private static Message attribute(String name, long value) {
    return new Message().text(1, name).number(3, value).number(20, 2);
  }

  private static byte[] model(UniqueOracle.Question question) {
    int type = NUMBERS.get(question.x().dtype());
    Message node = new Message().text(1, "X");
    Message graph = new Message();
    int last = question.outputs().stream().mapToInt(NAMES::indexOf).max().orElse(0);
    for (String name : NAMES.subList(0, last + 1)) node.text(2, question.outputs().contains(name) ? name : "");
    node.text(4, "Unique");
    if (question.axis() != null) node.message(5, attribute("axis", question.axis()));
    node.message(5, attribute("sorted", question.sorted()));
    graph.message(1, node).text(2, "unique").message(11, value("X", type, question.x().shape().length));
    question.outputs().forEach(name -> graph.message(12, value(name, name.equals("Y") ? type : 7, -1)));
    return new Message().number(1, 6).message(7, graph).message(8, new Message().number(2, 11)).out.toByteArray();
  }

  private final OrtEnvironment environment = OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
  private final Map<ByteBuffer, OrtSession> sessions = new HashMap<>(); // making one costs more than running it

  private OrtSession session(UniqueOracle.Question question) throws OrtException {
    byte[] model = model(question);
    OrtSession session = sessions.get(ByteBuffer.wrap(model));
    if (session == null) {
      OrtSession.SessionOptions options = new OrtSession.SessionOptions();
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      session = environment.createSession(model, options);
      sessions.put(ByteBuffer.wrap(model), session);
    }
    return session;
  }

  private OnnxTensor tensor(UniqueOracle.Tensor x) throws OrtException {
    if (x.strings() != null) return OnnxTensor.createTensor(environment, x.strings(), x.shape());
    return OnnxTensor.createTensor(environment, x.data(), x.shape(), TYPES.get(x.dtype()));
  }

  private static UniqueOracle.Tensor tensor(OnnxTensor given) throws OrtException {
    long[] shape = given.getInfo().getShape();
    OnnxJavaType type = given.getInfo().type;
    String dtype = TYPES.entrySet().stream().filter(entry -> entry.getValue() == type).findFirst().orElseThrow().getKey();
    if (type != OnnxJavaType.STRING) return new UniqueOracle.Tensor(dtype, shape, given.getByteBuffer().order(ByteOrder.nativeOrder()), null);
    return new UniqueOracle.Tensor(dtype, shape, null, (String[]) ai.onnxruntime.OrtUtil.flattenString(given.getValue()));
  }

  private Map<String, UniqueOracle.Tensor> run(UniqueOracle.Question question) throws OrtException {
    Map<String, UniqueOracle.Tensor> answer = new LinkedHashMap<>();
    try (OnnxTensor x = tensor(question.x()); OrtSession.Result results = session(question).run(Map.of("X", x))) {
      for (String name : question.outputs()) answer.put(name, tensor((OnnxTensor) results.get(name).orElseThrow()));
    } catch (OrtException error) {
      if (error.getCode() == OrtException.OrtErrorCode.ORT_NOT_IMPLEMENTED) throw new UniqueOracle.Unsupported(error.getMessage());
      throw error;
    }
    return answer;
  }

  public static void main(String[] arguments) throws Exception {
    JavaOnnxruntime subject = new JavaOnnxruntime();
    UniqueOracle.serve("java-onnxruntime", subject.environment.getVersion(), List.copyOf(TYPES.keySet()), subject::run);
  }
}
