// transformers.js loads sharp with its image functions, which nothing here calls.
module.exports = {};
