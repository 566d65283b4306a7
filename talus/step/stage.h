#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "talus/exec/exec.h"
#include "talus/state/world.h"
#include "talus/step/report.h"
#include "talus/step/scratch.h"

namespace talus::step {

/// One field of one table, as a stage declares what it accesses.
struct FieldRef {
    const char* table;
    const state::FieldInfo* field;
    bool operator==(const FieldRef& other) const {
        return std::string_view(table) == other.table && field == other.field;
    }
};

/// What a stage accesses. A field that is both read and written is in both lists.
struct Access {
    std::vector<FieldRef> reads;
    std::vector<FieldRef> writes;
    /// Tables whose number of rows the stage may change (emitters, neighbour search).
    std::vector<const char*> resizes;
    /// Names of scratch other than columns (scratch.h): what this stage works in or produces for later
    /// stages, and what it reads from earlier stages of the step.
    std::vector<const char*> produces{};
    std::vector<const char*> reads_scratch{};
};

/// The position of a step in a series of steps between which nothing reads the world. The end of one step and
/// the beginning of the next may then share one pass over the data. Where `goes_on`, a stage may leave the
/// end of its work to the next step; where `follows`, a stage first completes what the step before left. The
/// last step of the series leaves nothing.
struct InRow {
    bool follows = false;
    bool goes_on = false;
};

/// What a stage gets: access to the fields that it declared, the device to run on, and the step's settings.
class Step {
  public:
    Step(state::World& world, Scratch& scratch, const exec::Exec& executor, double step_length,
         InRow position, StepReport& step_report)
        : exec(executor),
          dt(step_length),
          in_row(position),
          report(step_report),
          world_(world),
          scratch_(scratch) {}

    const exec::Exec& exec;
    const double dt;  ///< [s]
    const InRow in_row;
    StepReport& report;

    double time() const { return world_.time; }
    std::uint64_t index() const { return world_.step; }

    /// The values of a field that the running stage declared as read.
    template <class T>
    state::View<const T> read(const char* table, const state::Field<T>& field) const {
        require(table, field, false);
        return std::as_const(world_).table(table).read(field);
    }
    /// The values of a field that the running stage declared as written.
    template <class T>
    state::View<T> write(const char* table, const state::Field<T>& field) {
        require(table, field, true);
        return world_.table(table).write(field);
    }
    std::size_t rows(const char* table) const { return world_.table(table).size(); }
    bool has(const char* table) const { return std::as_const(world_).find(table) != nullptr; }
    /// A table that the running stage declared as resized, with all of its columns, to grow or reorder.
    state::Table& resizable(const char* table);
    /// Scratch that the running stage declared as produced. It may still hold what an earlier step left
    /// there.
    template <class T>
    T& produce(const char* scratch) {
        requireScratch(scratch, true);
        return scratch_.of<T>(scratch);
    }
    /// Scratch that an earlier stage of this step produced, as the running stage declared.
    template <class T>
    const T& readScratch(const char* scratch) {
        requireScratch(scratch, false);
        return scratch_.of<T>(scratch);
    }

  private:
    friend class Pipeline;
    void require(const char* table, const state::FieldInfo& field, bool writes) const;

    void requireScratch(const char* scratch, bool produces) const;

    state::World& world_;
    Scratch& scratch_;
    const Access* access_ = nullptr;  ///< of the running stage
    std::string_view stage_;
};

/// A function of the rows from `begin` to `end`.
using RangeFunction = std::function<void(std::size_t begin, std::size_t end)>;

/// The work of a stage whose ranges of rows do not depend on each other.
struct RangeWork {
    std::size_t rows = 0;
    std::size_t part = 1;  ///< ranges begin at multiples of this; all but the last are multiples in length
    RangeFunction on;      ///< called for each range; empty: nothing to do in this step
    std::function<void()> close;  ///< called when all ranges are done; may be empty
};

/// A part of a step: a small value that has a name, declares what it accesses, and runs.
///
/// A stage is any type with `static constexpr const char* name`, `Access access() const` and one of these:
/// - `void run(Step&)`;
/// - `RangeWork ranges(Step&)`, for work that can run fused with the stage before it. It then runs on each
///   range as soon as that stage has finished it, while the range is still in the processor's cache.
/// - `void run(Step&, const RangeFunction& then)`, for a stage that runs later stages fused. It calls `then`
///   exactly once for each row, in ranges that it has finished, before it has finished all rows.
class Stage {
  public:
    template <class T>
    Stage(T stage) : model_(std::make_unique<Model<T>>(std::move(stage))) {}

    std::string_view name() const { return model_->name(); }
    Access access() const { return model_->access(); }
    bool hasRanges() const { return model_->hasRanges(); }
    /// Whether it runs later stages fused.
    bool fusesFollowing() const { return model_->fusesFollowing(); }
    /// @pre hasRanges()
    RangeWork ranges(Step& step) { return model_->ranges(step); }
    /// @param then empty unless fusesFollowing() @pre !hasRanges()
    void run(Step& step, const RangeFunction& then) { model_->run(step, then); }

  private:
    struct Concept {
        virtual ~Concept() = default;
        virtual std::string_view name() const = 0;
        virtual Access access() const = 0;
        virtual bool hasRanges() const = 0;
        virtual bool fusesFollowing() const = 0;
        virtual RangeWork ranges(Step& step) = 0;
        virtual void run(Step& step, const RangeFunction& then) = 0;
    };
    template <class T>
    struct Model final : Concept {
        static constexpr bool has_ranges = requires(T & t, Step& step) { t.ranges(step); };
        static constexpr bool fuses_following = requires(T & t, Step& step, const RangeFunction& then) {
            t.run(step, then);
        };

        explicit Model(T value) : stage(std::move(value)) {}
        std::string_view name() const override { return T::name; }
        Access access() const override { return stage.access(); }
        bool hasRanges() const override { return has_ranges; }
        bool fusesFollowing() const override { return fuses_following; }
        RangeWork ranges([[maybe_unused]] Step& step) override {
            if constexpr (has_ranges)
                return stage.ranges(step);
            else
                return {};
        }
        void run([[maybe_unused]] Step& step, [[maybe_unused]] const RangeFunction& then) override {
            if constexpr (fuses_following)
                stage.run(step, then);
            else if constexpr (!has_ranges)
                stage.run(step);
        }
        T stage;
    };
    std::unique_ptr<Concept> model_;
};

}  // namespace talus::step
