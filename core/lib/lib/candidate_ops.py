"""Candidates for sampled losses (ops/candidate_sampling_ops.py)."""
import tensorflow as tf

raw = tf.raw_ops


def _seeds(seed):
  a, b = tf.__internal__.get_seed(seed)
  return {'seed': a or 0, 'seed2': b or 0}


#: tf.random.uniform_candidate_sampler
def uniform_candidate_sampler(true_classes, num_true, num_sampled, unique, range_max, seed=None, name=None):
  return raw.UniformCandidateSampler(true_classes=true_classes, num_true=num_true, num_sampled=num_sampled,
                                     unique=unique, range_max=range_max, name=name, **_seeds(seed))


#: tf.random.log_uniform_candidate_sampler
def log_uniform_candidate_sampler(true_classes, num_true, num_sampled, unique, range_max, seed=None, name=None):
  return raw.LogUniformCandidateSampler(true_classes=true_classes, num_true=num_true, num_sampled=num_sampled,
                                        unique=unique, range_max=range_max, name=name, **_seeds(seed))


#: tf.random.learned_unigram_candidate_sampler tf.nn.learned_unigram_candidate_sampler
def learned_unigram_candidate_sampler(true_classes, num_true, num_sampled, unique, range_max, seed=None, name=None):
  return raw.LearnedUnigramCandidateSampler(true_classes=true_classes, num_true=num_true, num_sampled=num_sampled,
                                            unique=unique, range_max=range_max, name=name, **_seeds(seed))


#: tf.random.fixed_unigram_candidate_sampler tf.nn.fixed_unigram_candidate_sampler
def fixed_unigram_candidate_sampler(true_classes, num_true, num_sampled, unique, range_max, vocab_file='',
                                    distortion=1.0, num_reserved_ids=0, num_shards=1, shard=0, unigrams=(), seed=None,
                                    name=None):
  return raw.FixedUnigramCandidateSampler(
      true_classes=true_classes, num_true=num_true, num_sampled=num_sampled, unique=unique, range_max=range_max,
      vocab_file=vocab_file, distortion=distortion, num_reserved_ids=num_reserved_ids, num_shards=num_shards,
      shard=shard, unigrams=list(unigrams), name=name, **_seeds(seed))


#: tf.random.all_candidate_sampler tf.nn.all_candidate_sampler
def all_candidate_sampler(true_classes, num_true, num_sampled, unique, seed=None, name=None):
  return raw.AllCandidateSampler(true_classes=true_classes, num_true=num_true, num_sampled=num_sampled, unique=unique,
                                 name=name, **_seeds(seed))

