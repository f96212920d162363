import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The line protocol (docs/protocol.md) and its tensors for adapters in Java: serve(name, version, dtypes, subject).
 *
 * <p>A tensor holds its elements as the bytes of a buffer in the machine's order (bool: one byte, 0 or 1; complex: pairs),
 * so that no bit is lost, and strings as an array. What the subject throws is reported as `failed`, Unsupported as that;
 * what it gives and the protocol has no form for is the adapter's own fault, `broken`.
 */
final class UniqueOracle {
  record Tensor(String dtype, long[] shape, ByteBuffer data, String[] strings) {}

  record Question(Tensor x, Long axis, long sorted, List<String> outputs) {}

  interface Subject {
    Map<String, Tensor> run(Question question) throws Exception;
  }

  static final class Unsupported extends RuntimeException {
    Unsupported(String why) {
      super(why);
    }
  }

  static int sizeOf(String dtype) {
    return switch (dtype) {
      case "bool", "int8", "uint8" -> 1;
      case "int16", "uint16", "float16" -> 2;
      case "int32", "uint32", "float" -> 4;
      case "int64", "uint64", "double", "complex64" -> 8;
      case "complex128" -> 16;
      default -> throw new Unsupported("the type " + dtype);
    };
  }

  static ByteBuffer room(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  /** What indices, inverse_indices and counts are. */
  static Tensor positions(long[] values) {
    ByteBuffer data = room(values.length * 8);
    data.asLongBuffer().put(values);
    return new Tensor("int64", new long[] {values.length}, data, null);
  }

  // ---- From JSON

  private static void putFloat(ByteBuffer data, String dtype, String text) {
    boolean nan = text.startsWith("NaN");
    long bits = nan && text.length() > 3 ? Long.parseUnsignedLong(text.substring(6, text.length() - 1), 16) : 0;
    boolean single = dtype.equals("float") || dtype.equals("complex64");
    if (single) data.putInt(!nan ? Float.floatToRawIntBits(Float.parseFloat(text)) : bits == 0 ? 0x7fc00000 : (int) bits);
    else data.putLong(!nan ? Double.doubleToRawLongBits(Double.parseDouble(text)) : bits == 0 ? 0x7ff8L << 48 : bits);
  }

  private static void putElement(ByteBuffer data, String dtype, JsonElement element) {
    if (element.isJsonArray()) {
      element.getAsJsonArray().forEach(part -> putFloat(data, dtype, part.getAsString()));
      return;
    }
    String text = element.getAsString();
    switch (dtype) {
      case "bool" -> data.put((byte) (text.equals("true") ? 1 : 0));
      case "float", "double" -> putFloat(data, dtype, text);
      case "float16" -> throw new Unsupported("Java has no float16");
      default -> {
        long value = text.startsWith("-") ? Long.parseLong(text) : Long.parseUnsignedLong(text);
        switch (sizeOf(dtype)) {
          case 1 -> data.put((byte) value);
          case 2 -> data.putShort((short) value);
          case 4 -> data.putInt((int) value);
          default -> data.putLong(value);
        }
      }
    }
  }

  private static Tensor readTensor(JsonObject object) {
    String dtype = object.get("dtype").getAsString();
    JsonArray list = object.getAsJsonArray("data");
    long[] shape = new long[object.getAsJsonArray("shape").size()];
    for (int d = 0; d < shape.length; d++) shape[d] = object.getAsJsonArray("shape").get(d).getAsLong();
    if (dtype.equals("string")) {
      String[] strings = new String[list.size()];
      for (int i = 0; i < strings.length; i++) {
        if (!list.get(i).isJsonPrimitive()) throw new Unsupported("bytes that are not UTF-8: a Java String has no place for them");
        strings[i] = list.get(i).getAsString();
      }
      return new Tensor(dtype, shape, null, strings);
    }
    ByteBuffer data = room(list.size() * sizeOf(dtype));
    list.forEach(element -> putElement(data, dtype, element));
    return new Tensor(dtype, shape, data.rewind(), null);
  }

  private static Question readQuestion(JsonObject message) {
    JsonElement axis = message.get("axis");
    List<String> outputs = new ArrayList<>();
    message.getAsJsonArray("outputs").forEach(name -> outputs.add(name.getAsString()));
    Long given = axis == null || axis.isJsonNull() ? null : Long.valueOf(axis.getAsString());
    return new Question(readTensor(message.getAsJsonObject("X")), given, Long.parseLong(message.get("sorted").getAsString()), outputs);
  }

  // ---- To JSON

  private static String floatText(double value, String text, long bits) {
    if (Double.isNaN(value)) return "\"NaN(0x" + Long.toHexString(bits) + ")\"";
    return Double.isInfinite(value) ? "\"" + text + "\"" : text;
  }

  private static String singleText(ByteBuffer data, int at) {
    float value = data.getFloat(at);
    return floatText(value, Float.toString(value), data.getInt(at) & 0xffffffffL);
  }

  private static String doubleText(ByteBuffer data, int at) {
    return floatText(data.getDouble(at), Double.toString(data.getDouble(at)), data.getLong(at));
  }

  private static String elementText(Tensor tensor, int i) {
    int at = tensor.data == null ? 0 : i * sizeOf(tensor.dtype);
    ByteBuffer data = tensor.data;
    return switch (tensor.dtype) {
      case "string" -> new JsonPrimitive(tensor.strings[i]).toString();
      case "bool" -> data.get(at) != 0 ? "true" : "false";
      case "int8" -> Byte.toString(data.get(at));
      case "uint8" -> Integer.toString(data.get(at) & 0xff);
      case "int16" -> Short.toString(data.getShort(at));
      case "uint16" -> Integer.toString(data.getShort(at) & 0xffff);
      case "int32" -> Integer.toString(data.getInt(at));
      case "uint32" -> Integer.toUnsignedString(data.getInt(at));
      case "int64" -> Long.toString(data.getLong(at));
      case "uint64" -> Long.toUnsignedString(data.getLong(at));
      case "float" -> singleText(data, at);
      case "double" -> doubleText(data, at);
      case "complex64" -> "[" + singleText(data, at) + ", " + singleText(data, at + 4) + "]";
      case "complex128" -> "[" + doubleText(data, at) + ", " + doubleText(data, at + 8) + "]";
      default -> throw new Unsupported("the type " + tensor.dtype);
    };
  }

  private static String tensorText(Tensor tensor) {
    StringBuilder text = new StringBuilder("{\"dtype\": \"" + tensor.dtype + "\", \"shape\": [");
    for (int d = 0; d < tensor.shape.length; d++) text.append(d > 0 ? ", " : "").append(tensor.shape[d]);
    text.append("], \"data\": [");
    int count = tensor.strings != null ? tensor.strings.length : tensor.data.capacity() / sizeOf(tensor.dtype);
    for (int i = 0; i < count; i++) text.append(i > 0 ? ", " : "").append(elementText(tensor, i));
    return text.append("]}").toString();
  }

  // ---- The protocol

  private static final List<String> OUTPUTS = List.of("Y", "indices", "inverse_indices", "counts");

  private static String because(String kind, String text) {
    return ", \"" + kind + "\": " + new JsonPrimitive(text);
  }

  /** The outputs as an answer has them; `broken` is no answer, and the gate quotes it. */
  private static String outputsText(Map<String, Tensor> outputs) {
    if (outputs == null || outputs.isEmpty()) return because("broken", "the adapter gave no outputs");
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, Tensor> output : outputs.entrySet()) {
      String name = output.getKey();
      if (!OUTPUTS.contains(name)) return because("broken", "the adapter gave " + name + ", which is no output");
      try {
        text.append(", \"").append(name).append("\": ").append(tensorText(output.getValue()));
      } catch (RuntimeException error) { // whatever it is, the subject has answered already
        return because("broken", "the adapter gave " + name + " as what cannot be written: " + error);
      }
    }
    return text.toString();
  }

  private static String answer(JsonObject message, Subject subject) {
    String id = "{\"id\": " + message.get("id");
    Map<String, Tensor> outputs;
    try {
      outputs = subject.run(readQuestion(message));
    } catch (Exception | StackOverflowError error) {
      return id + because(error instanceof Unsupported ? "unsupported" : "failed", String.valueOf(error.getMessage())) + "}";
    }
    return id + outputsText(outputs) + "}";
  }

  /** Answers until the end of standard input. */
  static void serve(String name, String version, List<String> dtypes, Subject subject) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err); // standard output belongs to the protocol
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      JsonObject message = JsonParser.parseString(line).getAsJsonObject();
      String cmd = message.get("cmd").getAsString();
      if (cmd.equals("run")) out.println(answer(message, subject));
      if (!cmd.equals("start")) continue;
      JsonObject start = JsonParser.parseString("{\"started\": true, \"protocol\": 1}").getAsJsonObject();
      start.addProperty("name", name);
      start.addProperty("version", version);
      JsonArray types = new JsonArray();
      dtypes.forEach(types::add);
      start.add("dtypes", types);
      out.println(start);
    }
  }
}
