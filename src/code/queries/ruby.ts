/** Declarations of Ruby; routes as Rails and Sinatra register them, tests as RSpec and Minitest name them. */
export const RUBY_QUERY = `
(method name: (_) @name) @function
(singleton_method name: (_) @name) @method
(class name: [(constant) @name (scope_resolution name: (constant) @name)]) @class
(module name: [(constant) @name (scope_resolution name: (constant) @name)]) @class
(assignment left: (constant) @name) @constant
(call !receiver method: (identifier) @verb arguments: (argument_list . (string) @path)) @route
(call method: (identifier) @verb arguments: (argument_list . (string) @name) block: (_)
  (#match? @verb "^(it|describe|context|specify|test|scenario|feature)$")) @test
(call method: (identifier) @call)
(call receiver: (constant) @use)
(superclass (constant) @use)
(call method: (identifier) @_require arguments: (argument_list (string)) (#match? @_require "^(require|require_relative|load)$")) @import
(comment) @comment
`;
