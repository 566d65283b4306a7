#pragma once

#ifdef TALUS_TSAN
extern "C" {
void __tsan_acquire(void* address);
void __tsan_release(void* address);
}
#endif

namespace talus::exec {

/// Tells the thread sanitizer what a parallel loop orders: all before it, then its chunks in any order,
/// then all after it. oneTBB keeps that order, but its library is not instrumented, so the sanitizer cannot
/// see that it does. Nothing is said between two chunks, so a race between them is still found. Empty in
/// every other build.
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
