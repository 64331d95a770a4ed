#include "cli/child.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace tp::cli {
namespace {

volatile sig_atomic_t the_child = 0;

// A terminal interrupts the child, too; who sends a signal to this process alone means both.
void PassOn(int signal, siginfo_t* info, void*) {
  if (the_child > 0 && info->si_code == SI_USER) kill(the_child, signal);
}

// While it lives, SIGINT is the child's to answer.
class PassesInterrupts {
 public:
  explicit PassesInterrupts(pid_t child) {
    the_child = child;
    struct sigaction action = {};
    action.sa_sigaction = PassOn;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigaction(SIGINT, &action, &before_);
  }
  ~PassesInterrupts() {
    sigaction(SIGINT, &before_, nullptr);
    the_child = 0;
  }

 private:
  struct sigaction before_;
};

}  // namespace

std::string RunChild(const std::function<int(const std::function<void(std::string_view)>& say)>& body,
                     int* exit_code) {
  *exit_code = -1;
  int ends[2];
  if (pipe(ends) != 0) return "";
  const pid_t parent = getpid(), child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody would hear it
    if (getppid() != parent) _exit(1);
    close(ends[0]);
    _exit(body([&](std::string_view text) {
      while (!text.empty()) {
        const ssize_t n = write(ends[1], text.data(), text.size());
        if (n < 0 && errno != EINTR) return;
        text.remove_prefix(n > 0 ? static_cast<size_t>(n) : 0);
      }
    }));
  }
  close(ends[1]);
  const PassesInterrupts passes(child);
  std::string answer;
  char block[1 << 16];
  ssize_t n = 1;
  while (child > 0 && n != 0) {
    n = read(ends[0], block, sizeof block);
    if (n > 0) answer.append(block, static_cast<size_t>(n));
    if (n < 0 && errno != EINTR) break;
  }
  close(ends[0]);
  int status = 0;
  if (child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status)) *exit_code = WEXITSTATUS(status);
  return answer;
}

}  // namespace tp::cli
