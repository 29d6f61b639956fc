/** What C and C++ declare alike. */
export const C_DECLARATIONS = `
(function_definition declarator: (function_declarator declarator: (identifier) @name)) @function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))) @function
(declaration declarator: (function_declarator declarator: (identifier) @name)) @function
(declaration declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))) @function
(struct_specifier name: (type_identifier) @name body: (_)) @class
(union_specifier name: (type_identifier) @name body: (_)) @class
(enum_specifier name: (type_identifier) @name body: (_)) @enum
(type_definition declarator: (type_identifier) @name) @type
(preproc_def name: (identifier) @name) @constant
(preproc_function_def name: (identifier) @name) @function
(translation_unit (declaration declarator: (init_declarator declarator: (identifier) @name)) @constant)
(call_expression function: [(identifier) @call (field_expression field: (field_identifier) @call)])
(parameter_declaration type: (type_identifier) @use)
(preproc_include) @import
(comment) @comment
`;

/** Declarations of C. */
export const C_QUERY = C_DECLARATIONS;
