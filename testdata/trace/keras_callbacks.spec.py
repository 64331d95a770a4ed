# Keras' callbacks, called by a training loop of their own.
import os
import tempfile

import numpy as np
import tensorflow as tf

K = tf.keras
C = K.callbacks


class Net:
    def __init__(self, optimizer=None):
        self.w = K.Variable([1.0, 2.0], name="w")
        self.optimizer = optimizer or K.optimizers.SGD(0.1)
        self.stop_training = False
        self.metrics = []
        self.built = True
        self.trainable_variables = [self.w]
        self.saved = []

    def get_weights(self):
        return [self.w.numpy()]

    def set_weights(self, weights):
        self.w.assign(weights[0])

    def save(self, filepath, overwrite=True):
        self.saved.append(os.path.basename(filepath))

    def save_weights(self, filepath, overwrite=True):
        self.saved.append("weights " + os.path.basename(filepath))


def train(callbacks, losses, net=None, batches=2, verbose=2):
    net = net or Net()
    each = C.CallbackList(callbacks, add_history=True, model=net, verbose=verbose, epochs=len(losses), steps=batches)
    each.on_train_begin()
    for epoch, loss in enumerate(losses):
        each.on_epoch_begin(epoch)
        for batch in range(batches):
            each.on_train_batch_begin(batch)
            net.w.assign_sub([0.1, 0.1])
            each.on_train_batch_end(batch, {"loss": loss})
        each.on_epoch_end(epoch, {"loss": tf.constant(loss), "val_loss": loss, "acc": np.float32(epoch)})
        if net.stop_training:
            break
    each.on_train_end()
    return net


def show(label, f):
    try:
        print(label, f())
    except Exception as e:
        print(label, type(e).__name__, str(e)[:300])


class Log(C.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        print("epoch begins", epoch, logs)

    def on_epoch_end(self, epoch, logs=None):
        print("epoch ends", epoch, logs)

    def on_batch_begin(self, batch, logs=None):
        print("batch begins", batch, logs)

    def on_batch_end(self, batch, logs=None):
        print("batch ends", batch, logs)

    def on_train_begin(self, logs=None):
        print("begin", logs, self.params, self.model is not None)

    def on_train_end(self, logs=None):
        print("end", logs)


net = train([Log()], [3.0, 2.0])
print(net.history.history, net.history.epoch, type(net.history))
losses = [3.0, 2.0, 2.5, 2.4, 2.3, 1.0]
for options in ({"monitor": "loss", "patience": 2, "verbose": 1}, {"patience": 1, "restore_best_weights": True, "verbose": 1},
                {"monitor": "loss", "min_delta": 0.6, "patience": 1}, {"monitor": "acc", "mode": "max", "patience": 1},
                {"baseline": 1.0, "patience": 2}, {"start_from_epoch": 3}, {"monitor": "nope", "mode": "min"},
                {"monitor": "acc", "patience": 1}):
    stop = C.EarlyStopping(**options)
    show(options, lambda: [train([stop], losses).history.epoch, stop.stopped_epoch, stop.best, stop.wait, stop.model.w.numpy()])
for options in ({"monitor": "loss", "patience": 1, "factor": 0.5, "verbose": 1}, {"factor": 2.0},
                {"monitor": "loss", "patience": 1, "min_lr": 0.06, "cooldown": 1, "verbose": 1}, {"patience": 0, "min_delta": 1.0}):
    show(options, lambda: train([C.ReduceLROnPlateau(**options)], losses).history.history)
for schedule, verbose in ((lambda epoch, rate: rate * 0.5, 1), (lambda epoch: 0.1 / (epoch + 1), 0), (lambda epoch, rate: 1, 0)):
    show("rate", lambda: train([C.LearningRateScheduler(schedule, verbose)], [1.0, 2.0]).history.history)
train([C.LambdaCallback(on_epoch_end=lambda e, logs: print("epoch", e, logs), on_train_batch_end=lambda b, logs: print("batch", b))],
      [1.0])
net = train([C.TerminateOnNaN()], [1.0, float("nan"), 2.0])
print(net.stop_training, net.history.epoch)
show("inf", lambda: train([C.TerminateOnNaN(raise_error=True)], [1.0, float("inf")]))
table = os.path.join(tempfile.mkdtemp(), "log.csv")
train([C.CSVLogger(table)], [3.0, 2.25])
print(repr(open(table, newline="").read()))
train([C.CSVLogger(table, separator=";", append=True)], [0.1])
print(repr(open(table, newline="").read()))
for options in ({"filepath": "m{epoch}.keras"}, {"filepath": "best.keras", "save_best_only": True, "monitor": "loss", "verbose": 1},
                {"filepath": "w.weights.h5", "save_weights_only": True, "save_freq": 3}, {"filepath": "x.txt"},
                {"filepath": "x", "save_weights_only": True}, {"filepath": "a.keras", "save_freq": "q"},
                {"filepath": "m{bogus}.keras"},
                {"filepath": "a{val_loss:.2f}.keras", "save_best_only": True, "monitor": "acc", "mode": "max"},
                {"filepath": "b.keras", "save_best_only": True, "initial_value_threshold": 2.2}):
    show(options, lambda: train([C.ModelCheckpoint(**options)], losses).saved)
folder = os.path.join(tempfile.mkdtemp(), "backup")
show("backup", lambda: [train([C.BackupAndRestore(folder)], [1.0, 2.0]).saved, os.path.exists(folder)])
backup = C.BackupAndRestore(folder, delete_checkpoint=False, save_freq=3)
show("backup", lambda: [train([backup], [1.0, 2.0]).saved, open(os.path.join(folder, "training_metadata.json")).read()])
show("no folder", lambda: C.BackupAndRestore(""))
optimizer = K.optimizers.SGD(0.1, use_ema=True)
net = Net(optimizer)
for _ in range(2):
    optimizer.apply_gradients([(tf.constant([1.0, 1.0]), net.w)])
swap = C.SwapEMAWeights()
swap.set_model(net)
swap.on_test_begin()
print(np.round(net.w.numpy(), 4), np.round(optimizer.variables[-1].numpy(), 4))
swap.on_test_end()
print(np.round(net.w.numpy(), 4))
swap.set_model(Net())
show("no averages", swap.on_test_begin)
bar = K.utils.Progbar(3, verbose=0)
bar.update(1, [("loss", 1.0), ("acc", 0.5)])
bar.add(1, [("loss", 3.0)])
print(bar._values, C.EarlyStopping)
