import type { ContentPacker, PackedContents } from '../../ports/store';
import { createSegmentBuilder } from './segmentBuilder';

/** Contents are spread over segments of about this size, so that a repository loads little it does not need. */
const SEGMENT_BYTES = 16 * 1024 * 1024;

/** A packer whose packs are the files of segments. */
export function createContentPacker(segmentBytes = SEGMENT_BYTES): ContentPacker {
  let builder = createSegmentBuilder();
  const rest = (): PackedContents | null => {
    if (builder.contentCount() === 0) return null;
    const file = builder.finish();
    builder = createSegmentBuilder();
    return file;
  };
  return {
    add: (content) => {
      builder.add(content);
      return builder.bytes() >= segmentBytes ? rest() : null;
    },
    rest,
  };
}
