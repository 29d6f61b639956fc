/** Declarations of Python; routes are decorators, as Flask and FastAPI have them. */
export const PYTHON_QUERY = `
(function_definition name: (identifier) @name) @function
(class_definition name: (identifier) @name) @class
(module (expression_statement (assignment left: (identifier) @name) @constant))
(function_definition body: (block . (expression_statement (string) @docstring)))
(class_definition body: (block . (expression_statement (string) @docstring)))
(decorator (call
  function: (attribute attribute: (identifier) @verb)
  arguments: (argument_list . (string) @path))) @route
(call function: (identifier) @verb arguments: (argument_list . (string) @path)) @route
(call function: [(identifier) @call (attribute attribute: (identifier) @call)])
(class_definition superclasses: (argument_list (identifier) @use))
(type (identifier) @use)
(import_statement) @import
(import_from_statement) @import
(comment) @comment
`;
