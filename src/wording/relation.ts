import * as l10n from '@vscode/l10n';
import type { EdgeType } from '../contract/model';

/**
 * A relation as a sentence about one end of it.
 * @param from its start, @param to its other end, both as they shall stand in the sentence.
 */
export function relationOf(type: EdgeType, from: string, to: string): string {
  switch (type) {
    case 'dependsOn':
      return l10n.t('{0} depends on {1}', from, to);
    case 'partOf':
      return l10n.t('{0} is part of {1}', from, to);
    case 'ownedBy':
      return l10n.t('{0} is owned by {1}', from, to);
    case 'providesApi':
      return l10n.t('{0} provides the API {1}', from, to);
    case 'consumesApi':
      return l10n.t('{0} consumes the API {1}', from, to);
    case 'memberOf':
      return l10n.t('{0} is a member of {1}', from, to);
    case 'childOf':
      return l10n.t('{0} is a child of {1}', from, to);
  }
}
