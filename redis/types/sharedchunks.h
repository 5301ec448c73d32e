// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace plimsoll {

/// Sequence whose copies share their values in chunks of a few: a copy costs a pointer for each chunk, and writing to a
/// value copies its chunk if another sequence has it too. Iterators only read. Reentrant; copies may be read and
/// dropped on other threads.
template <typename T> class SharedChunks {
public:
    /// Few, because one changed value takes the others of its chunk along. With 16, a chunk of a snapshot's rows is
    /// above 1,024 bytes, for which the C library tidies its lists of freed memory each time.
    static constexpr std::size_t chunkSize = 8;

    class const_iterator {
    public:
        using iterator_category = std::random_access_iterator_tag;
        using value_type = T;
        using difference_type = std::ptrdiff_t;
        using pointer = const T *;
        using reference = const T &;

        const_iterator() = default;
        const_iterator(const SharedChunks *all, std::size_t at) : m_all(all), m_at(at) { }

        reference operator*() const { return (*m_all)[m_at]; }
        pointer operator->() const { return &(*m_all)[m_at]; }
        reference operator[](difference_type by) const { return *(*this + by); }
        const_iterator &operator++() { return *this += 1; }
        const_iterator &operator--() { return *this += -1; }
        const_iterator operator++(int) { return std::exchange(*this, *this + 1); }
        const_iterator operator--(int) { return std::exchange(*this, *this - 1); }
        const_iterator &operator+=(difference_type by)
        {
            m_at = static_cast<std::size_t>(static_cast<difference_type>(m_at) + by);
            return *this;
        }
        const_iterator &operator-=(difference_type by) { return *this += -by; }
        friend const_iterator operator+(const_iterator it, difference_type by) { return it += by; }
        friend const_iterator operator+(difference_type by, const_iterator it) { return it += by; }
        friend const_iterator operator-(const_iterator it, difference_type by) { return it -= by; }
        friend difference_type operator-(const const_iterator &a, const const_iterator &b)
        {
            return static_cast<difference_type>(a.m_at) - static_cast<difference_type>(b.m_at);
        }
        friend bool operator==(const const_iterator &a, const const_iterator &b) { return a.m_at == b.m_at; }
        friend auto operator<=>(const const_iterator &a, const const_iterator &b) { return a.m_at <=> b.m_at; }

    private:
        const SharedChunks *m_all = nullptr;
        std::size_t m_at = 0;
    };

    SharedChunks() = default;
    explicit SharedChunks(std::size_t size) { resize(size); }

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    void resize(std::size_t size)
    {
        for (std::size_t at = size; at < m_size && at % chunkSize != 0; ++at) {
            (*this)[at] = T();
        }
        const std::size_t before = m_chunks.size();
        m_chunks.resize((size + chunkSize - 1) / chunkSize);
        for (std::size_t chunk = before; chunk < m_chunks.size(); ++chunk) {
            m_chunks[chunk] = std::make_shared<Chunk>();
        }
        m_size = size;
    }
    T &emplace_back()
    {
        resize(m_size + 1);
        return back();
    }

    [[nodiscard]] const T &operator[](std::size_t at) const { return (*m_chunks[at / chunkSize])[at % chunkSize]; }
    /// To write to it: prefer the other one for reading.
    [[nodiscard]] T &operator[](std::size_t at)
    {
        std::shared_ptr<Chunk> &chunk = m_chunks[at / chunkSize];
        if (chunk.use_count() > 1) {
            chunk = std::make_shared<Chunk>(*chunk);
        }
        std::atomic_thread_fence(std::memory_order_acquire); // after the reads of a thread that dropped its copy
        return (*chunk)[at % chunkSize];
    }
    [[nodiscard]] const T &front() const { return (*this)[0]; }
    [[nodiscard]] T &front() { return (*this)[0]; }
    [[nodiscard]] const T &back() const { return (*this)[m_size - 1]; }
    [[nodiscard]] T &back() { return (*this)[m_size - 1]; }
    [[nodiscard]] const_iterator begin() const { return {this, 0}; }
    [[nodiscard]] const_iterator end() const { return {this, m_size}; }

private:
    using Chunk = std::array<T, chunkSize>;

    std::vector<std::shared_ptr<Chunk>> m_chunks;
    std::size_t m_size = 0;
};

} // namespace plimsoll
