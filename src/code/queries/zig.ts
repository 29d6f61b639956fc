/** Declarations of Zig. */
export const ZIG_QUERY = `
(function_declaration name: (identifier) @name) @function
(source_file (variable_declaration (identifier) @name) @constant)
(test_declaration (string) @name) @test
(call_expression function: [(identifier) @call (field_expression member: (identifier) @call)])
(comment) @comment
`;
