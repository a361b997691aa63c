import { type FileLayer, nodeFileLayer } from '@cubo/library';

/** The files of the operating system, and how many reads by position were asked of them. */
export function countingFileLayer(): { files: FileLayer; reads(): number } {
  let reads = 0;
  const files: FileLayer = {
    ...nodeFileLayer,
    async open(path) {
      const file = await nodeFileLayer.open(path);
      return {
        path,
        bytes: file.bytes,
        close: () => file.close(),
        read(position, length) {
          reads++;
          return file.read(position, length);
        },
        readSync(position, length, room) {
          reads++;
          return file.readSync(position, length, room);
        },
      };
    },
  };
  return { files, reads: () => reads };
}
