/** Declarations of PowerShell. */
export const POWERSHELL_QUERY = `
(function_statement (function_name) @name) @function
(class_statement (simple_name) @name) @class
(enum_statement (simple_name) @name) @enum
(class_method_definition (simple_name) @name) @method
(command command_name: (command_name) @call)
(comment) @comment
`;
