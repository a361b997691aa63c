import type { SkippedFile } from '@cubo/contracts';
import type { LentSources, SourceMessage } from '@cubo/ingest';
import type { PreparedInput } from '../ingest/ingest-input.ts';

/** The sources of a job, which are lent to another thread one by one. */
export interface LentInput {
  /** The sources as they are lent, and in their midst what cannot be one. */
  sources(signal: AbortSignal): AsyncGenerator<SourceMessage | SkippedFile, void, undefined>;
  /** Ends the loan of the sources with this URI: they are done. */
  end(uri: string): void;
  endAll(): void;
}

/** Lends the sources of an input. */
export function lendInput(input: PreparedInput, lent: LentSources): LentInput {
  const loans = new Map<string, (() => void)[]>();
  function end(uri: string): void {
    for (const endLoan of loans.get(uri) ?? []) endLoan();
    loans.delete(uri);
  }
  return {
    async *sources(signal) {
      for await (const source of input.sources({ signal })) {
        if (!('open' in source)) {
          yield source;
          continue;
        }
        const loan = lent.lend(source);
        const others = loans.get(source.uri);
        if (others === undefined) loans.set(source.uri, [loan.end]);
        else others.push(loan.end);
        yield loan.message;
      }
    },
    end,
    endAll() {
      for (const uri of [...loans.keys()]) end(uri);
    },
  };
}
