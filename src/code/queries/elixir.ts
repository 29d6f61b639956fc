/** Declarations of Elixir; routes as Phoenix registers them. */
export const ELIXIR_QUERY = `
(call target: (identifier) @_keyword (arguments (alias) @name)
  (#match? @_keyword "^(defmodule|defprotocol|defimpl)$")) @class
(call target: (identifier) @_keyword
  (arguments [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: (call target: (identifier) @name))])
  (#match? @_keyword "^(def|defp|defmacro|defmacrop|defguard|defdelegate)$")) @function
(call target: (identifier) @verb (arguments . (string) @path)) @route
(call target: (identifier) @_keyword (arguments . (string) @name) (do_block)
  (#match? @_keyword "^(test|describe)$")) @test
(call target: [(identifier) @call (dot right: (identifier) @call)])
(dot left: (alias) @use)
(call target: (identifier) @_import (arguments (alias)) (#match? @_import "^(alias|import|use|require)$")) @import
(comment) @comment
`;
