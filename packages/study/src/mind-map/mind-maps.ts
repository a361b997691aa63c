import type { Scope } from '@cubo/contracts';
import type { DropReason } from '../generation/ground-candidate.ts';
import type { GroundingState } from '../grounding/grounding.ts';
import type { MindMapSvgOptions } from './export/mind-map-to-svg.ts';
import type { MindMap } from './mind-map.ts';
import type { DroppedNode } from './read-tree.ts';

/** Options of {@link MindMaps.generate}. */
export interface GenerateMindMapOptions {
  /** What the map is about. Default: the whole library. */
  readonly scope?: Scope | undefined;
  /** Levels below the root, 1 to 6. Default 3. */
  readonly depth?: number | undefined;
  /** Nodes below one node, 1 to 20. Default 6. */
  readonly breadth?: number | undefined;
  /** Default: the titles of the documents. */
  readonly title?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Options of {@link MindMaps.create}. */
export interface CreateMindMapOptions {
  readonly title: string;
  /**
   * What is below the root: objects with a `label`, maybe a `note` and `children`, or texts. Whatever else it holds, such as
   * what another model wrote, is left out. Default: nothing.
   */
  readonly children?: readonly unknown[] | undefined;
}

/** A map that was made, and what of it was left out. */
export interface MadeMindMap {
  readonly map: MindMap;
  readonly dropped: readonly DroppedNode[];
  /** Nodes that a model wrote and that were not taken, by why; their children were lifted. Only of `generate`. */
  readonly refused?: Readonly<Record<DropReason, number>> | undefined;
}

/** A map in a list. */
export interface MindMapSummary extends Pick<MindMap, 'id' | 'title' | 'createdAt' | 'updatedAt'> {
  /** How many nodes it has, without the root. */
  readonly nodes: number;
}

/** What every change of a map may be bound to. */
export interface MindMapChangeOptions {
  /** The revision of the map that the change was made for. Default: whatever there is by now. */
  readonly revision?: number | undefined;
}

/** Options of {@link MindMaps.addNode}. */
export interface AddNodeOptions extends MindMapChangeOptions {
  /** Id of the node above it. Default: the root. */
  readonly parent?: string | undefined;
  /** Which it is among those beside it, from 0. Default: the last. */
  readonly index?: number | undefined;
  /** At most 200 characters, on one line. */
  readonly label: string;
  readonly note?: string | undefined;
}

/** Options of {@link MindMaps.changeNode}. */
export interface ChangeNodeOptions extends MindMapChangeOptions {
  /** Default: as it is. Of the root: the title of the map. */
  readonly label?: string | undefined;
  /** `''` takes it away. Default: as it is. */
  readonly note?: string | undefined;
}

/** Options of {@link MindMaps.moveNode}. */
export interface MoveNodeOptions extends MindMapChangeOptions {
  /** Id of the node that it is to be below. Default: the one it is below. */
  readonly parent?: string | undefined;
  /** Which it is to be among those beside it, from 0. Default: the last. */
  readonly index?: number | undefined;
}

/** Options of {@link MindMaps.export}. */
export interface ExportMindMapOptions extends MindMapSvgOptions {
  /**
   * `svg`, a picture; `mermaid`, its `mindmap` syntax; `opml`, OPML 2.0 for outliners; `markmap`, Markdown for Markmap;
   * `markdown`, nested lists.
   */
  readonly format: 'svg' | 'mermaid' | 'opml' | 'markmap' | 'markdown';
}

/**
 * Mind maps of a library. Every node of a generated map rests on words of a document; when that document is erased, the
 * node goes with it, and what is below it is lifted.
 *
 * Methods that name a map or a node throw `CUBO_STUDY_NOT_FOUND` where there is none; changes throw `CUBO_RECORD_CHANGED`
 * where the map has another revision than was given, and `CUBO_BAD_ARGUMENT` for what makes no sense.
 */
export interface MindMaps {
  /**
   * Makes a map of documents: by the language model, or without one by their headings.
   *
   * @throws CuboError `CUBO_BAD_ARGUMENT`, `CUBO_GENERATOR_FAILED`; `CUBO_STUDY_NOTHING_MADE` where the documents have
   * nothing to make a map of, or no node of the model rests on them; the reason of the signal
   */
  generate(options?: GenerateMindMapOptions): Promise<MadeMindMap>;
  /** Makes a map of the host's own. It may have 32 levels and 1000 nodes. */
  create(options: CreateMindMapOptions): MadeMindMap;
  /** All maps, the newest first. */
  list(): MindMapSummary[];
  /** A map with all its nodes. */
  get(map: string): MindMap;
  /** Adds a node of the user's. */
  addNode(map: string, options: AddNodeOptions): MindMap;
  /** Changes label and note of a node, or the title of the map. */
  changeNode(map: string, node: string, options: ChangeNodeOptions): MindMap;
  /** Moves a node with all below it, also to another place among those beside it. */
  moveNode(map: string, node: string, options: MoveNodeOptions): MindMap;
  /** Deletes a node with all below it. */
  deleteNode(map: string, node: string, options?: MindMapChangeOptions): MindMap;
  /** Deletes a map with all its nodes; false where there was none. */
  delete(map: string): boolean;
  /**
   * Whether the words that nodes rest on still stand in their documents; by id, without nodes that rest on none.
   *
   * @throws CuboError `CUBO_STUDY_NOT_FOUND`; the reason of the signal
   */
  checkGrounding(
    map: string,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<ReadonlyMap<string, GroundingState>>;
  /** A map for other programs; tells the log that it was exported. */
  export(map: string, options: ExportMindMapOptions): string;
}
