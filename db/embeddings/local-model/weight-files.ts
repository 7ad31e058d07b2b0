/** The file of a model's weights by its number format, as transformers.js names them. */
export const WEIGHT_FILES = {
  fp32: "model.onnx",
  fp16: "model_fp16.onnx",
  q8: "model_quantized.onnx",
  int8: "model_int8.onnx",
  uint8: "model_uint8.onnx",
  q4: "model_q4.onnx",
  q4f16: "model_q4f16.onnx",
  bnb4: "model_bnb4.onnx",
} as const;

export const DTYPES = Object.keys(WEIGHT_FILES) as (keyof typeof WEIGHT_FILES)[];
