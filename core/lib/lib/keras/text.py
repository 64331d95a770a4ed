"""tf.keras.preprocessing.text (keras/src/legacy/preprocessing/text.py)."""
import collections
import json
import warnings

import numpy as np

__name__ = 'keras.src.legacy.preprocessing.text'
_FILTERS = '!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~\t\n'


#: tf.keras.preprocessing.text.text_to_word_sequence =text_to_word_sequence
def text_to_word_sequence(input_text, filters=_FILTERS, lower=True, split=' '):
  """The words of a text."""
  if lower:
    input_text = input_text.lower()
  for c in filters:
    input_text = input_text.replace(c, split)
  return [word for word in input_text.split(split) if word]


#: tf.keras.preprocessing.text.one_hot =one_hot
def one_hot(input_text, n, filters=_FILTERS, lower=True, split=' ', analyzer=None):
  """A number below n for each word, of its hash."""
  return hashing_trick(input_text, n, hash_function=hash, filters=filters, lower=lower, split=split, analyzer=analyzer)


#: tf.keras.preprocessing.text.hashing_trick =hashing_trick
def hashing_trick(text, n, hash_function=None, filters=_FILTERS, lower=True, split=' ', analyzer=None):
  """A number below n for each word, of its hash."""
  if hash_function is None:
    hash_function = hash
  elif hash_function == 'md5':
    raise NotImplementedError("tf.keras.preprocessing.text.hashing_trick with hash_function='md5'")
  words = analyzer(text) if analyzer else text_to_word_sequence(text, filters=filters, lower=lower, split=split)
  return [hash_function(w) % (n - 1) + 1 for w in words]


#: tf.keras.preprocessing.text.Tokenizer
class Tokenizer:
  """Words of texts as numbers, from 1 on, those that come often first."""

  def __init__(self, num_words=None, filters=_FILTERS, lower=True, split=' ', char_level=False, oov_token=None,
               analyzer=None, **kwargs):
    if 'nb_words' in kwargs:
      warnings.warn('The `nb_words` argument in `Tokenizer` has been renamed `num_words`.')
      num_words = kwargs.pop('nb_words')
    document_count = kwargs.pop('document_count', 0)
    if kwargs:
      raise TypeError('Unrecognized keyword arguments: %s' % kwargs)
    self.word_counts = collections.OrderedDict()
    self.word_docs = collections.defaultdict(int)
    self.filters = filters
    self.split = split
    self.lower = lower
    self.num_words = num_words
    self.document_count = document_count
    self.char_level = char_level
    self.oov_token = oov_token
    self.index_docs = collections.defaultdict(int)
    self.word_index = {}
    self.index_word = {}
    self.analyzer = analyzer

  def _words(self, text):
    if self.char_level or isinstance(text, list):
      if self.lower:
        text = [element.lower() for element in text] if isinstance(text, list) else text.lower()
      return text
    if self.analyzer is not None:
      return self.analyzer(text)
    return text_to_word_sequence(text, filters=self.filters, lower=self.lower, split=self.split)

  def fit_on_texts(self, texts):
    for text in texts:
      self.document_count += 1
      words = self._words(text)
      for w in words:
        self.word_counts[w] = self.word_counts.get(w, 0) + 1
      for w in set(words):
        self.word_docs[w] += 1
    counts = sorted(self.word_counts.items(), key=lambda x: x[1], reverse=True)
    known = [] if self.oov_token is None else [self.oov_token]
    known.extend(word for word, _ in counts)
    self.word_index = {word: i + 1 for i, word in enumerate(known)}
    self.index_word = {c: w for w, c in self.word_index.items()}
    for w, c in list(self.word_docs.items()):
      self.index_docs[self.word_index[w]] = c

  def fit_on_sequences(self, sequences):
    self.document_count += len(sequences)
    for seq in sequences:
      for i in set(seq):
        self.index_docs[i] += 1

  def texts_to_sequences(self, texts):
    return list(self.texts_to_sequences_generator(texts))

  def texts_to_sequences_generator(self, texts):
    oov = self.word_index.get(self.oov_token)
    for text in texts:
      vect = []
      for w in self._words(text):
        i = self.word_index.get(w)
        if i is None or self.num_words and i >= self.num_words:
          if i is None and self.oov_token is None or i is not None and oov is None:
            continue
          i = oov
        vect.append(i)
      yield vect

  def sequences_to_texts(self, sequences):
    return list(self.sequences_to_texts_generator(sequences))

  def sequences_to_texts_generator(self, sequences):
    oov = self.word_index.get(self.oov_token)
    for seq in sequences:
      vect = []
      for num in seq:
        word = self.index_word.get(num)
        if word is None or self.num_words and num >= self.num_words:
          if word is None and self.oov_token is None or word is not None and oov is None:
            continue
          word = self.index_word[oov]
        vect.append(word)
      yield ' '.join(vect)

  def texts_to_matrix(self, texts, mode='binary'):
    return self.sequences_to_matrix(self.texts_to_sequences(texts), mode=mode)

  def sequences_to_matrix(self, sequences, mode='binary'):
    num_words = self.num_words
    if not num_words:
      if not self.word_index:
        raise ValueError('Specify a dimension (`num_words` argument), or fit on some text data first.')
      num_words = len(self.word_index) + 1
    if mode == 'tfidf' and not self.document_count:
      raise ValueError('Fit the Tokenizer on some data before using tfidf mode.')
    x = np.zeros((len(sequences), num_words))
    for i, seq in enumerate(sequences):
      counts = collections.defaultdict(int)
      for j in seq:
        if j < num_words:
          counts[j] += 1
      for j, c in counts.items():
        if mode == 'count':
          x[i, j] = c
        elif mode == 'freq':
          x[i, j] = c / len(seq)
        elif mode == 'binary':
          x[i, j] = 1
        elif mode == 'tfidf':
          x[i, j] = (1 + np.log(c)) * np.log(1 + self.document_count / (1 + self.index_docs.get(j, 0)))
        else:
          raise ValueError('Unknown vectorization mode:', mode)
    return x

  def get_config(self):
    return {'num_words': self.num_words, 'filters': self.filters, 'lower': self.lower, 'split': self.split,
            'char_level': self.char_level, 'oov_token': self.oov_token, 'document_count': self.document_count,
            'word_counts': json.dumps(self.word_counts), 'word_docs': json.dumps(self.word_docs),
            'index_docs': json.dumps(self.index_docs), 'index_word': json.dumps(self.index_word),
            'word_index': json.dumps(self.word_index)}

  def to_json(self, **kwargs):
    return json.dumps({'class_name': type(self).__name__, 'config': self.get_config()}, **kwargs)


#: tf.keras.preprocessing.text.tokenizer_from_json =tokenizer_from_json
def tokenizer_from_json(json_string):
  """The Tokenizer that `to_json` wrote."""
  config = json.loads(json_string).get('config')
  names = ('word_counts', 'word_docs', 'index_docs', 'index_word', 'word_index')
  parts = {name: json.loads(config.pop(name)) for name in names}
  tokenizer = Tokenizer(**config)
  for name in ('index_docs', 'index_word'):
    parts[name] = {int(k): v for k, v in parts[name].items()}
  for name, value in parts.items():
    setattr(tokenizer, name, value)
  return tokenizer
