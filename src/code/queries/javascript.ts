/** What JavaScript and TypeScript call and import. */
export const JAVASCRIPT_CALLS = `
(call_expression function: [(identifier) @call (member_expression property: (property_identifier) @call)])
(call_expression
  function: (member_expression property: (property_identifier) @verb)
  arguments: (arguments . [(string) (template_string)] @path)) @route
(call_expression
  function: [(identifier) @verb (member_expression object: (identifier) @verb)]
  arguments: (arguments . [(string) (template_string)] @name)
  (#match? @verb "^(it|test|describe|context|suite|specify)$")) @test
(new_expression constructor: (identifier) @call)
(import_statement) @import
(export_statement source: (string)) @import
(call_expression function: (identifier) @_require arguments: (arguments (string)) (#eq? @_require "require")) @import
(comment) @comment
`;

const JSX_CALLS = `
(jsx_opening_element name: (identifier) @call)
(jsx_self_closing_element name: (identifier) @call)
`;

export const JSX_QUERY = JSX_CALLS;

/** Declarations of JavaScript, with JSX. */
export const JAVASCRIPT_QUERY = `
(function_declaration name: (identifier) @name) @function
(generator_function_declaration name: (identifier) @name) @function
(class_declaration name: (identifier) @name) @class
(method_definition name: [(property_identifier) (private_property_identifier)] @name) @method
(field_definition property: (property_identifier) @name value: [(arrow_function) (function_expression)]) @method
(variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression)]) @function
(assignment_expression
  left: (member_expression property: (property_identifier) @name)
  right: [(arrow_function) (function_expression)]) @function
(program (lexical_declaration (variable_declarator name: (identifier) @name) @constant))
(program (variable_declaration (variable_declarator name: (identifier) @name) @constant))
(program (export_statement (lexical_declaration (variable_declarator name: (identifier) @name) @constant)))
(pair key: (property_identifier) @name value: [(arrow_function) (function_expression)]) @function
(class_heritage (identifier) @use)
${JAVASCRIPT_CALLS}
${JSX_CALLS}
`;
