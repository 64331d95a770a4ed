#include "cli/child.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace tp::cli {

std::string RunChild(const std::function<int(const std::function<void(std::string_view)>& say)>& body,
                     int* exit_code) {
  *exit_code = -1;
  int ends[2];
  if (pipe(ends) != 0) return "";
  const pid_t child = fork();
  if (child == 0) {
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
