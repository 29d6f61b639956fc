/** Declarations of Go; routes as net/http, gorilla, gin, chi and echo register them. */
export const GO_QUERY = `
(function_declaration name: (identifier) @name) @function
(method_declaration name: (field_identifier) @name) @method
(type_declaration (type_spec name: (type_identifier) @name type: (struct_type)) @class)
(type_declaration (type_spec name: (type_identifier) @name type: (interface_type)) @interface)
(type_declaration (type_spec name: (type_identifier) @name) @type)
(type_declaration (type_alias name: (type_identifier) @name) @type)
(source_file (const_declaration (const_spec name: (identifier) @name) @constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @constant))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @constant)))
(call_expression function: [(identifier) @call (selector_expression field: (field_identifier) @call)])
(call_expression
  function: (selector_expression field: (field_identifier) @verb)
  arguments: (argument_list . [(interpreted_string_literal) (raw_string_literal)] @path)) @route
(composite_literal type: (type_identifier) @use)
(parameter_declaration type: [(type_identifier) @use (pointer_type (type_identifier) @use)])
(qualified_type name: (type_identifier) @use)
(import_spec) @import
(comment) @comment
`;
