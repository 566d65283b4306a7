#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "talus/exec/exec.h"
#include "talus/state/world.h"
#include "talus/step/report.h"
#include "talus/step/rooms.h"

namespace talus::step {

/// One field of one table, as a stage names what it touches.
struct FieldRef {
    const char* table;
    const state::FieldInfo* field;
    bool operator==(const FieldRef& other) const {
        return std::string_view(table) == other.table && field == other.field;
    }
};

/// What a stage touches. A field that is both read and written stands in both lists.
struct Access {
    std::vector<FieldRef> reads;
    std::vector<FieldRef> writes;
    /// A stage that may change the number of rows of a table (emitters, neighbour search) says so.
    std::vector<const char*> resizes;
    /// Scratch that is no field (rooms.h), by the names of its rooms: what the stage works in, or leaves for
    /// others; and what others left, which must come before.
    std::vector<const char*> fills{};
    std::vector<const char*> uses{};
};

/// A step's place in a row of steps between which nobody looks at the world. What ends a step and what begins
/// the next one may then be done in one pass: a stage that could end this step leaves it to the next one
/// where `goes_on`, and one that begins a step first does what was left where `follows`. The row's last step
/// leaves nothing.
struct InRow {
    bool follows = false;
    bool goes_on = false;
};

/// What a stage gets: the world through the fields that it declared, and where to run.
class Step {
  public:
    Step(state::World& world, Rooms& rooms, const exec::Exec& executor, double step_length, InRow place,
         StepReport& step_report)
        : exec(executor), dt(step_length), in_row(place), report(step_report), world_(world), rooms_(rooms) {}

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
    /// A table that the running stage declared that it resizes: all of its columns, to grow or reorder.
    state::Table& resizable(const char* table);
    /// A room that the running stage declared that it fills. What is in it is left over from another step.
    template <class T>
    T& fill(const char* room) {
        requireRoom(room, true);
        return rooms_.of<T>(room);
    }
    /// A room that a stage before filled in this step, as the running stage declared.
    template <class T>
    const T& use(const char* room) {
        requireRoom(room, false);
        return rooms_.of<T>(room);
    }

  private:
    friend class Pipeline;
    void require(const char* table, const state::FieldInfo& field, bool writes) const;

    void requireRoom(const char* room, bool fills) const;

    state::World& world_;
    Rooms& rooms_;
    const Access* access_ = nullptr;  ///< of the running stage
    std::string_view stage_;
};

/// A function of the rows from `begin` to `end`.
using RangeFunction = std::function<void(std::size_t begin, std::size_t end)>;

/// What a stage does in a step that does each range of a table's rows by itself, whatever other ranges are
/// at.
struct RangeWork {
    std::size_t rows = 0;
    std::size_t part = 1;         ///< a range has so many rows, or a multiple, and begins at a multiple
    RangeFunction on;             ///< for each range; empty: nothing is to be done in this step
    std::function<void()> close;  ///< once all ranges are done; may be empty
};

/// A step of a step: a small value that has a name, says what it touches, and runs.
///
/// Any type with `static constexpr const char* name`, `Access access() const` and one of these is one:
/// - `void run(Step&)`;
/// - `RangeWork ranges(Step&)`, for work that a stage before it may take along: done to each range as soon as
///   that stage is done with it, while it is still in the processor's cache;
/// - `void run(Step&, const RangeFunction& then)`, which takes along what comes behind: it calls `then` once
///   for each row, for ranges that it is done with, whatever the number of ranges that are still to come.
class Stage {
  public:
    template <class T>
    Stage(T stage) : model_(std::make_unique<Model<T>>(std::move(stage))) {}

    std::string_view name() const { return model_->name(); }
    Access access() const { return model_->access(); }
    bool hasRanges() const { return model_->hasRanges(); }
    bool takesAlong() const { return model_->takesAlong(); }
    /// @pre hasRanges()
    RangeWork ranges(Step& step) { return model_->ranges(step); }
    /// @param then is empty, or takesAlong() @pre !hasRanges()
    void run(Step& step, const RangeFunction& then) { model_->run(step, then); }

  private:
    struct Concept {
        virtual ~Concept() = default;
        virtual std::string_view name() const = 0;
        virtual Access access() const = 0;
        virtual bool hasRanges() const = 0;
        virtual bool takesAlong() const = 0;
        virtual RangeWork ranges(Step& step) = 0;
        virtual void run(Step& step, const RangeFunction& then) = 0;
    };
    template <class T>
    struct Model final : Concept {
        static constexpr bool has_ranges = requires(T & t, Step& step) { t.ranges(step); };
        static constexpr bool takes_along = requires(T & t, Step& step, const RangeFunction& then) {
            t.run(step, then);
        };

        explicit Model(T value) : stage(std::move(value)) {}
        std::string_view name() const override { return T::name; }
        Access access() const override { return stage.access(); }
        bool hasRanges() const override { return has_ranges; }
        bool takesAlong() const override { return takes_along; }
        RangeWork ranges([[maybe_unused]] Step& step) override {
            if constexpr (has_ranges)
                return stage.ranges(step);
            else
                return {};
        }
        void run([[maybe_unused]] Step& step, [[maybe_unused]] const RangeFunction& then) override {
            if constexpr (takes_along)
                stage.run(step, then);
            else if constexpr (!has_ranges)
                stage.run(step);
        }
        T stage;
    };
    std::unique_ptr<Concept> model_;
};

}  // namespace talus::step
