#include "talus/step/pipeline.h"

#include <algorithm>
#include <atomic>
#include <chrono>

#include <fmt/format.h>

#include "talus/exec/for_each.h"

namespace talus::step {
namespace {

using Clock = std::chrono::steady_clock;

double secondsOf(Clock::duration time) { return std::chrono::duration<double>(time).count(); }

std::string fieldName(const FieldRef& ref) { return fmt::format("{}.{}", ref.table, ref.field->name); }

std::string join(const std::vector<FieldRef>& fields, const std::vector<const char*>& scratch) {
    std::string out;
    for (const FieldRef& ref : fields) out += (out.empty() ? "" : ", ") + fieldName(ref);
    for (const char* entry : scratch) out += fmt::format("{}scratch '{}'", out.empty() ? "" : ", ", entry);
    return out.empty() ? "-" : out;
}

/// Fills scratch columns with ones in all bits: NaN as a floating-point number, and as an index out of range
/// of every array.
[[maybe_unused]] void poisonScratch(state::World& world) {
    for (state::Table& table : world.tables())
        for (state::Column& column : table.columns())
            if (column.info->lifetime == state::Lifetime::Scratch && column.values.size() > 0)
                std::memset(column.values.data(), 0xff, column.values.size());
}

}  // namespace

Pipeline::Pipeline(std::string name, std::vector<Stage> stages)
    : name_(std::move(name)), stages_(std::move(stages)) {
    for (const Stage& stage : stages_) {
        accesses_.push_back(stage.access());
        times_.push_back({std::string(stage.name()), 0, 0});
    }
}

Result<Pipeline> Pipeline::compose(std::string name, std::vector<Stage> stages) {
    std::vector<FieldRef> written;
    std::vector<std::string_view> produced;
    const auto tooEarly = [&](const Stage& stage, const std::string& what) {
        return Error{ErrorKind::Runtime,
                     fmt::format("pipeline '{}': stage '{}' reads {} before any stage writes it; put the "
                                 "stage that writes it earlier in the list",
                                 name, stage.name(), what)};
    };
    for (const Stage& stage : stages) {
        const Access access = stage.access();
        for (const FieldRef& ref : access.reads) {
            const bool known = ref.field->lifetime == state::Lifetime::Persistent ||
                               std::find(written.begin(), written.end(), ref) != written.end();
            if (!known) return tooEarly(stage, fieldName(ref));
        }
        for (const char* entry : access.reads_scratch)
            if (std::find(produced.begin(), produced.end(), entry) == produced.end())
                return tooEarly(stage, fmt::format("scratch '{}'", entry));
        produced.insert(produced.end(), access.produces.begin(), access.produces.end());
        written.insert(written.end(), access.writes.begin(), access.writes.end());
    }
    return Pipeline(std::move(name), std::move(stages));
}

StepReport Pipeline::run(state::World& world, const exec::Exec& exec, double dt, InRow in_row) {
    if constexpr (talus_validates) {
        poisonScratch(world);
        scratch_.clear();
    }
    StepReport report;
    Step step(world, scratch_, exec, dt, in_row, report);
    for (std::size_t i = 0, next = 0; i < stages_.size(); i = next) {
        next = i + 1;
        if (stages_[i].fusesFollowing() || stages_[i].hasRanges())
            while (next < stages_.size() && stages_[next].hasRanges()) ++next;
        runTogether(step, i, next);
        if (!report.ok()) return report;
    }
    ++world.step;
    world.time += dt;
    return report;
}

Step& Pipeline::as(std::size_t stage, Step& step) const {
    step.access_ = &accesses_[stage];
    step.stage_ = stages_[stage].name();
    return step;
}

void Pipeline::runTogether(Step& step, std::size_t first, std::size_t end) {
    const auto start = Clock::now();
    // The first stage may have ranges or not; all after it have.
    std::vector<RangeWork> work;
    for (std::size_t k = first; k < end; ++k)
        work.push_back(stages_[k].hasRanges() ? stages_[k].ranges(as(k, step)) : RangeWork{});
    std::vector<std::atomic<Clock::rep>> spent(work.size());  // time of each stage, summed over the threads
    const auto on = [&work, &spent](std::size_t begin, std::size_t last) {
        auto before = Clock::now();
        for (std::size_t k = 0; k < work.size(); ++k) {
            if (!work[k].on) continue;
            work[k].on(begin, last);
            const auto after = Clock::now();
            spent[k].fetch_add((after - before).count(), std::memory_order_relaxed);
            before = after;
        }
    };
    const auto some = std::find_if(work.begin(), work.end(), [](const RangeWork& w) { return bool(w.on); });
    if (!stages_[first].hasRanges())
        stages_[first].run(as(first, step), some == work.end() ? RangeFunction{} : RangeFunction(on));
    else if (some != work.end())
        exec::for_each_range(step.exec, some->rows, on, some->part);
    for (std::size_t k = first; k < end; ++k) {
        const RangeWork& each = work[k - first];
        as(k, step);
        if (each.close) each.close();
    }
    // Each later stage gets its mean time over the threads, and the first stage the rest of the wall time.
    double left = secondsOf(Clock::now() - start);
    for (std::size_t k = first; k < end; ++k) {
        ++times_[k].calls;
        if (k == first) continue;
        const double share = secondsOf(Clock::duration(spent[k - first])) / step.exec.threads();
        times_[k].seconds += share;
        left -= share;
    }
    times_[first].seconds += left;
}

std::string Pipeline::describe() const {
    std::string out = fmt::format("pipeline {}\n", name_);
    for (std::size_t i = 0; i < stages_.size(); ++i)
        out += fmt::format("{:3}. {:<18} reads  {}\n{:22} writes {}\n", i + 1, times_[i].name,
                           join(accesses_[i].reads, accesses_[i].reads_scratch), "",
                           join(accesses_[i].writes, accesses_[i].produces));
    return out;
}

}  // namespace talus::step
