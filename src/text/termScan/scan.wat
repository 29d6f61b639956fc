;; Finds the runs of word characters in an ASCII text and gives the terms of those that are remembered. What it stops at
;; (a run it does not know, a character that is no ASCII) is left to whoever called it. scripts/term-scan.mjs makes
;; scanModule.ts of this file.
(module
  ;; Room for 331,000 terms from the start: what is remembered at most, and what one content may add to it.
  (memory (export "memory") 258)

  ;; Where things lie in the memory, in bytes. First of all stand six numbers that the caller reads:
  ;;   0 how many entries were given, 4 how many of their terms are new to the content (the caller sets both to 0),
  ;;   8 where the run starts that the scan stopped at, 12 where it ends, 16 the slot that is free for it or -1, 20 its hash
  (global (export "classesAt") i32 (i32.const 256))
  (global $text_at (export "textAt") i32 (i32.const 512))
  (global $entries_at (export "entriesAt") i32 (i32.const 66112))
  (global $new_at (export "newAt") i32 (i32.const 590400))
  (global $slots_at (export "slotsAt") i32 (i32.const 1114688))
  (global $records_at (export "recordsAt") i32 (i32.const 3211840))
  (global $states_at (export "statesAt") i32 (i32.const 11600448))

  ;; What is being read, by number: a text, the content it is of, the section it stands in. A state that was never used has zeros.
  (global $text (mut i32) (i32.const 0))
  (global $content (mut i32) (i32.const 0))
  (global $section (mut i32) (i32.const 1))
  (global $dictionary_length (mut i32) (i32.const 0))
  (global $in_own_heading (mut i32) (i32.const 0))

  (func (export "beginContent")
    (global.set $content (i32.add (global.get $content) (i32.const 1)))
    (global.set $dictionary_length (i32.const 0))
    ;; Whatever the content before came to.
    (global.set $in_own_heading (i32.const 0))
    (i32.store offset=0 (i32.const 0) (i32.const 0))
    (i32.store offset=4 (i32.const 0) (i32.const 0)))

  (func (export "beginText")
    (global.set $text (i32.add (global.get $text) (i32.const 1))))

  (func (export "beginSection")
    (global.set $section (i32.add (global.get $section) (i32.const 1)))
    (global.set $in_own_heading (i32.const 1)))

  (func (export "endOwnHeading")
    (global.set $in_own_heading (i32.const 0)))

  ;; Gives a term, by its number: in a section's own heading it is noted as such; else the text has it now.
  ;; A state is four numbers: the text and the content it was last met in, its index there, the section whose heading has it.
  (func $give (export "give") (param $term i32)
    (local $state i32) (local $index i32) (local $is_new i32) (local $entries i32) (local $new i32)
    (local.set $state (i32.add (global.get $states_at) (i32.shl (local.get $term) (i32.const 4))))
    (if (global.get $in_own_heading)
      (then
        (i32.store offset=12 (local.get $state) (global.get $section))
        (return)))
    (local.set $entries (i32.load offset=0 (i32.const 0)))
    (local.set $new (i32.load offset=4 (i32.const 0)))
    (local.set $is_new (i32.ne (i32.load offset=4 (local.get $state)) (global.get $content)))
    (local.set $index
      (select (global.get $dictionary_length) (i32.load offset=8 (local.get $state)) (local.get $is_new)))
    ;; Written in any case and counted where it holds: whether a term was met is nothing a processor can guess.
    (i32.store
      (i32.add (global.get $new_at) (i32.shl (local.get $new) (i32.const 2)))
      (local.get $term))
    (i32.store
      (i32.add (global.get $entries_at) (i32.shl (local.get $entries) (i32.const 2)))
      (i32.or
        (i32.shl (local.get $index) (i32.const 1))
        (i32.eq (i32.load offset=12 (local.get $state)) (global.get $section))))
    (i32.store offset=0 (i32.const 0)
      (i32.add (local.get $entries) (i32.ne (i32.load (local.get $state)) (global.get $text))))
    (i32.store offset=4 (i32.const 0) (i32.add (local.get $new) (local.get $is_new)))
    (global.set $dictionary_length (i32.add (global.get $dictionary_length) (local.get $is_new)))
    (i32.store (local.get $state) (global.get $text))
    (i32.store offset=4 (local.get $state) (global.get $content))
    (i32.store offset=8 (local.get $state) (local.get $index)))

  ;; Reads the text from `from` to before `end`, where a zero stands. The class of a byte is 1 for a word character, 2 for a
  ;; separator, 128 for what is no ASCII.
  ;; Returns 0 at the end, 1 at a run that is not remembered, 2 at a run that has or meets a character that is no ASCII.
  (func (export "scan") (param $from i32) (param $end i32) (result i32)
    (local $at i32) (local $start i32) (local $run_end i32) (local $class i32) (local $length i32)
    (local $left i32) (local $place i32) (local $hash i64) (local $tail i64) (local $slot i32) (local $probes i32)
    (local $record i32) (local $terms_end i32) (local $letters i32) (local $bytes v128)
    (local.set $at (i32.add (global.get $text_at) (local.get $from)))
    (local.set $end (i32.add (global.get $text_at) (local.get $end)))
    (loop $next
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const 0))))
      (local.set $start (local.get $at))
      (local.set $class (i32.load8_u offset=256 (i32.load8_u (local.get $at))))
      (if (i32.eqz (i32.and (local.get $class) (i32.const 1)))
        (then
          (if (i32.and (local.get $class) (i32.const 128))
            (then
              (i32.store offset=8 (i32.const 0) (i32.sub (local.get $start) (global.get $text_at)))
              (return (i32.const 2))))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br $next)))

      ;; The run: word characters, and separators that stand between them.
      (loop $more
        ;; How many of the next sixteen bytes are letters or digits, before the first that is neither.
        (local.set $bytes (v128.load (local.get $at)))
        (local.set $length
          (i32.ctz
            (i32.xor
              (i32.const 0x1ffff)
              (i8x16.bitmask
                (v128.or
                  (i8x16.lt_u
                    (i8x16.sub
                      (v128.or (local.get $bytes) (i8x16.splat (i32.const 0x20)))
                      (i8x16.splat (i32.const 0x61)))
                    (i8x16.splat (i32.const 26)))
                  (i8x16.lt_u
                    (i8x16.sub (local.get $bytes) (i8x16.splat (i32.const 0x30)))
                    (i8x16.splat (i32.const 10))))))))
        (local.set $at (i32.add (local.get $at) (local.get $length)))
        (local.set $run_end (select (local.get $at) (local.get $run_end) (local.get $length)))
        (br_if $more (i32.eq (local.get $length) (i32.const 16)))
        (local.set $class (i32.load8_u offset=256 (i32.load8_u (local.get $at))))
        (if (i32.and (local.get $class) (i32.const 2))
          (then
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (br $more))))
      (i32.store offset=8 (i32.const 0) (i32.sub (local.get $start) (global.get $text_at)))
      (if (i32.and (local.get $class) (i32.const 128)) (then (return (i32.const 2))))
      (local.set $length (i32.sub (local.get $run_end) (local.get $start)))
      (i32.store offset=12 (i32.const 0) (i32.sub (local.get $run_end) (global.get $text_at)))
      (i32.store offset=16 (i32.const 0) (i32.const -1))
      (if (i32.gt_u (local.get $length) (i32.const 96)) (then (return (i32.const 1))))

      ;; Its hash, of eight bytes at a time.
      (local.set $hash (i64.mul (i64.extend_i32_u (local.get $length)) (i64.const 0x9e3779b97f4a7c15)))
      (local.set $place (local.get $start))
      (local.set $left (local.get $length))
      (loop $eight
        (if (i32.gt_u (local.get $left) (i32.const 8))
          (then
            (local.set $hash
              (i64.mul (i64.xor (local.get $hash) (i64.load (local.get $place))) (i64.const 0xff51afd7ed558ccd)))
            (local.set $hash (i64.xor (local.get $hash) (i64.shr_u (local.get $hash) (i64.const 32))))
            (local.set $place (i32.add (local.get $place) (i32.const 8)))
            (local.set $left (i32.sub (local.get $left) (i32.const 8)))
            (br $eight))))
      (local.set $tail
        (i64.and
          (i64.load (local.get $place))
          (i64.shr_u (i64.const -1) (i64.extend_i32_u (i32.sub (i32.const 64) (i32.shl (local.get $left) (i32.const 3)))))))
      (local.set $hash (i64.mul (i64.xor (local.get $hash) (local.get $tail)) (i64.const 0xc4ceb9fe1a85ec53)))
      (local.set $hash (i64.xor (local.get $hash) (i64.shr_u (local.get $hash) (i64.const 29))))
      (i32.store offset=20 (i32.const 0) (i32.wrap_i64 (i64.shr_u (local.get $hash) (i64.const 32))))
      (local.set $slot (i32.and (i32.wrap_i64 (local.get $hash)) (i32.const 0x3ffff)))

      ;; A slot is a hash and the index of a record, counted from 1. A record is its run's length and how many terms it
      ;; has (from the ninth bit on), their numbers, and the run's bytes, filled up with zeros to a multiple of eight.
      (local.set $probes (i32.const 32))
      (loop $probe
        (local.set $place (i32.add (global.get $slots_at) (i32.shl (local.get $slot) (i32.const 3))))
        (local.set $record (i32.load offset=4 (local.get $place)))
        (if (i32.eqz (local.get $record))
          (then
            (i32.store offset=16 (i32.const 0) (local.get $slot))
            (return (i32.const 1))))
        (if (i32.eq (i32.load (local.get $place)) (i32.load offset=20 (i32.const 0)))
          (then
            (local.set $record
              (i32.add (global.get $records_at) (i32.shl (i32.sub (local.get $record) (i32.const 1)) (i32.const 2))))
            (if (i32.eq (i32.load8_u (local.get $record)) (local.get $length))
              (then
                (local.set $terms_end
                  (i32.add
                    (local.get $record)
                    (i32.add (i32.const 4) (i32.shl (i32.shr_u (i32.load (local.get $record)) (i32.const 8)) (i32.const 2)))))
                (local.set $letters (local.get $terms_end))
                (local.set $place (local.get $start))
                (local.set $left (local.get $length))
                (loop $same
                  (if (i32.gt_u (local.get $left) (i32.const 8))
                    (then
                      (local.set $left (i32.sub (local.get $left) (i32.const 8)))
                      (if (i64.eq (i64.load (local.get $place)) (i64.load (local.get $letters)))
                        (then
                          (local.set $place (i32.add (local.get $place) (i32.const 8)))
                          (local.set $letters (i32.add (local.get $letters) (i32.const 8)))
                          (br $same)))
                      ;; Another run of the same hash.
                      (local.set $letters (i32.const 0)))))
                (if (i32.and
                      (i32.ne (local.get $letters) (i32.const 0))
                      (i64.eq (i64.load (local.get $letters)) (local.get $tail)))
                  (then
                    (loop $give
                      (local.set $record (i32.add (local.get $record) (i32.const 4)))
                      (if (i32.lt_u (local.get $record) (local.get $terms_end))
                        (then
                          (call $give (i32.load (local.get $record)))
                          (br $give))))
                    (br $next)))))))
        (local.set $slot (i32.and (i32.add (local.get $slot) (i32.const 1)) (i32.const 0x3ffff)))
        (local.set $probes (i32.sub (local.get $probes) (i32.const 1)))
        (br_if $probe (local.get $probes)))
      ;; So many runs of this place are remembered that this one is not: hostile text can make them collide.
      (return (i32.const 1)))
    (unreachable)))
