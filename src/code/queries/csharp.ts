/** Declarations of C#; routes are attributes of ASP.NET controllers and minimal APIs. */
export const CSHARP_QUERY = `
(class_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(struct_declaration name: (identifier) @name) @class
(interface_declaration name: (identifier) @name) @interface
(enum_declaration name: (identifier) @name) @enum
(delegate_declaration name: (identifier) @name) @type
(method_declaration name: (identifier) @name) @method
(constructor_declaration name: (identifier) @name) @method
(local_function_statement name: (identifier) @name) @function
(field_declaration (modifier) @_modifier (variable_declaration (variable_declarator name: (identifier) @name))
  (#match? @_modifier "^(const|static)$")) @constant
(attribute name: (identifier) @verb (attribute_argument_list . (attribute_argument (string_literal) @path))) @route
(invocation_expression
  function: (member_access_expression name: (identifier) @verb)
  arguments: (argument_list . (argument (string_literal) @path))) @route
(invocation_expression function: [
  (identifier) @call
  (member_access_expression name: [(identifier) @call (generic_name (identifier) @call)])])
(object_creation_expression type: (identifier) @call)
(base_list (identifier) @use)
(parameter type: (identifier) @use)
(type_argument_list (identifier) @use)
(using_directive) @import
(comment) @comment
`;
