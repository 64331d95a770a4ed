"""Names in SavedModels (saved_model/constants.py, signature_constants.py, tag_constants.py)."""

#: tf.saved_model.ASSETS_DIRECTORY
ASSETS_DIRECTORY = 'assets'
#: tf.saved_model.ASSETS_KEY
ASSETS_KEY = 'saved_model_assets'
#: tf.saved_model.CLASSIFY_INPUTS
CLASSIFY_INPUTS = 'inputs'
#: tf.saved_model.CLASSIFY_METHOD_NAME
CLASSIFY_METHOD_NAME = 'tensorflow/serving/classify'
#: tf.saved_model.CLASSIFY_OUTPUT_CLASSES
CLASSIFY_OUTPUT_CLASSES = 'classes'
#: tf.saved_model.CLASSIFY_OUTPUT_SCORES
CLASSIFY_OUTPUT_SCORES = 'scores'
#: tf.saved_model.DEBUG_DIRECTORY
DEBUG_DIRECTORY = 'debug'
#: tf.saved_model.DEBUG_INFO_FILENAME_PB
DEBUG_INFO_FILENAME_PB = 'saved_model_debug_info.pb'
#: tf.saved_model.GPU
GPU = 'gpu'
#: tf.saved_model.PREDICT_INPUTS
PREDICT_INPUTS = 'inputs'
#: tf.saved_model.PREDICT_METHOD_NAME
PREDICT_METHOD_NAME = 'tensorflow/serving/predict'
#: tf.saved_model.PREDICT_OUTPUTS
PREDICT_OUTPUTS = 'outputs'
#: tf.saved_model.REGRESS_INPUTS
REGRESS_INPUTS = 'inputs'
#: tf.saved_model.REGRESS_METHOD_NAME
REGRESS_METHOD_NAME = 'tensorflow/serving/regress'
#: tf.saved_model.REGRESS_OUTPUTS
REGRESS_OUTPUTS = 'outputs'
#: tf.saved_model.SAVED_MODEL_FILENAME_PB
SAVED_MODEL_FILENAME_PB = 'saved_model.pb'
#: tf.saved_model.SAVED_MODEL_FILENAME_PBTXT
SAVED_MODEL_FILENAME_PBTXT = 'saved_model.pbtxt'
#: tf.saved_model.SAVED_MODEL_SCHEMA_VERSION
SAVED_MODEL_SCHEMA_VERSION = 1
#: tf.saved_model.SERVING
SERVING = 'serve'
#: tf.saved_model.TPU
TPU = 'tpu'
#: tf.saved_model.TRAINING
TRAINING = 'train'
#: tf.saved_model.VARIABLES_DIRECTORY
VARIABLES_DIRECTORY = 'variables'
#: tf.saved_model.VARIABLES_FILENAME
VARIABLES_FILENAME = 'variables'
