/** Declarations of PHP; routes as Slim, Laravel and Lumen register them. */
export const PHP_QUERY = `
(function_definition name: (name) @name) @function
(method_declaration name: (name) @name) @method
(class_declaration name: (name) @name) @class
(trait_declaration name: (name) @name) @class
(interface_declaration name: (name) @name) @interface
(enum_declaration name: (name) @name) @enum
(const_declaration (const_element (name) @name)) @constant
(member_call_expression name: (name) @verb
  arguments: (arguments . (argument [(string) (encapsed_string)] @path))) @route
(scoped_call_expression name: (name) @verb
  arguments: (arguments . (argument [(string) (encapsed_string)] @path))) @route
(function_call_expression function: (name) @call)
(member_call_expression name: (name) @call)
(scoped_call_expression name: (name) @call)
(object_creation_expression (name) @call)
(base_clause (name) @use)
(namespace_use_declaration) @import
(require_once_expression) @import
(include_expression) @import
(comment) @comment
`;
