class Trainer:
  def __init__(self):
    self._lock = False
    self.compiled = False
    self.optimizer = None
