#pragma once

#ifdef TALUS_TSAN
extern "C" {
void __tsan_acquire(void* address);
void __tsan_release(void* address);
}
#endif

namespace talus::exec {

/// Declares the order of a parallel loop to the thread sanitizer: code before the loop, then its chunks in
/// any order, then code after the loop. oneTBB keeps that order, but its library is not instrumented, so the
/// sanitizer does not know it. No order is declared between chunks, so the sanitizer still finds races
/// between them. Does nothing in other builds.
class LoopOrder {
  public:
    LoopOrder() { release(fork_); }
    ~LoopOrder() { acquire(join_); }
    LoopOrder(const LoopOrder&) = delete;
    LoopOrder& operator=(const LoopOrder&) = delete;

    void chunkBegins() { acquire(fork_); }
    void chunkEnds() { release(join_); }

  private:
#ifdef TALUS_TSAN
    static void acquire(char& token) { __tsan_acquire(&token); }
    static void release(char& token) { __tsan_release(&token); }
#else
    static void acquire(char&) {}
    static void release(char&) {}
#endif
    char fork_ = 0;
    char join_ = 0;
};

}  // namespace talus::exec
