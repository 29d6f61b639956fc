/**
 * The Levenshtein distance of two texts in UTF-16 units (insertions, deletions, replacements: V. I.
 * Levenshtein, 1966); null when it is more than `limit`.
 */
export function editDistance(left: string, right: string, limit: number): number | null {
  if (Math.abs(left.length - right.length) > limit) {
    return null;
  }
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    let smallest = row;
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const distance = Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      current.push(distance);
      smallest = Math.min(smallest, distance);
    }
    if (smallest > limit) {
      return null;
    }
    previous = current;
  }
  const distance = previous[right.length] ?? 0;
  return distance <= limit ? distance : null;
}
