/** Declarations of Objective-C. */
export const OBJECTIVE_C_QUERY = `
(class_interface . "@interface" . (identifier) @name) @class
(class_implementation . "@implementation" . (identifier) @name) @class
(protocol_declaration . "@protocol" . (identifier) @name) @interface
(method_definition (identifier) @name) @method
(method_declaration (identifier) @name) @method
(function_definition declarator: (function_declarator declarator: (identifier) @name)) @function
(preproc_def name: (identifier) @name) @constant
(message_expression method: (identifier) @call)
(call_expression function: (identifier) @call)
(preproc_include) @import
(comment) @comment
`;
