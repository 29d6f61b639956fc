import type cytoscape from 'cytoscape';
import { EDGE_TYPES } from '../../contract/model';
import { DERIVED_DASHES, EDGE_LOOKS, kindLookOf } from './looks';

/** Reads colours of the theme as a canvas needs them: opaque, over the ground of the editor. */
function themeOf(container: HTMLElement): (variable: string) => string {
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const probe = document.createElement('span');
  container.append(probe);
  const read = (variable: string): string => {
    probe.style.color = `var(${variable})`;
    return getComputedStyle(probe).color;
  };
  const ground = read('--vscode-editor-background');
  const colours = new Map<string, string>();
  return (variable) => {
    const known = colours.get(variable);
    if (known !== undefined) return known;
    container.append(probe);
    const colour = read(variable);
    probe.remove();
    if (pen === null) return colour;
    for (const layer of [ground, colour]) {
      pen.fillStyle = layer;
      pen.fillRect(0, 0, 1, 1);
    }
    const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
    const opaque = `rgb(${red}, ${green}, ${blue})`;
    colours.set(variable, opaque);
    return opaque;
  };
}

/** The style of the picture in the colours of the theme. */
export function drawingStyleOf(container: HTMLElement): cytoscape.StylesheetJson {
  const colourOf = themeOf(container);
  const ground = colourOf('--vscode-editor-background');
  const text = colourOf('--vscode-foreground');
  const font = getComputedStyle(container).fontFamily;
  return [
    {
      selector: 'node',
      style: {
        width: 'data(width)',
        height: 'data(height)',
        label: 'data(label)',
        shape: (node: cytoscape.NodeSingular) => kindLookOf(String(node.data('kind'))).shape,
        'background-color': colourOf('--vscode-editorWidget-background'),
        'border-color': (node: cytoscape.NodeSingular) => colourOf(kindLookOf(String(node.data('kind'))).colour),
        'border-width': 2,
        color: text,
        'font-family': font,
        'font-size': 12,
        'line-height': 1.25,
        'text-wrap': 'wrap',
        'text-max-width': '1000px',
        'text-halign': 'center',
        'text-valign': 'center',
        'min-zoomed-font-size': 5,
        'outline-color': colourOf('--vscode-focusBorder'),
        'outline-offset': 3,
        'overlay-opacity': 0,
      },
    },
    { selector: '.undeclared', style: { 'border-style': 'dashed' } },
    { selector: '.centre', style: { 'border-width': 6, 'border-style': 'double', 'font-weight': 'bold' } },
    { selector: '.marked', style: { 'outline-width': 3, 'z-index': 10 } },
    {
      selector: 'edge',
      style: {
        width: 1.5,
        'curve-style': 'bezier',
        'arrow-scale': 1.2,
        'target-distance-from-node': 2,
        'font-family': font,
        'font-size': 11,
        color: text,
        'text-background-color': ground,
        'text-background-opacity': 1,
        'text-background-padding': '2px',
        'min-zoomed-font-size': 6,
        'overlay-opacity': 0,
      },
    },
    ...EDGE_TYPES.map((type) => {
      const { colour, arrow, dashes } = EDGE_LOOKS[type];
      return {
        selector: `.${type}`,
        style: {
          'line-color': colourOf(colour),
          'target-arrow-color': colourOf(colour),
          'target-arrow-shape': arrow,
          ...(dashes === null ? {} : { 'line-style': 'dashed' as const, 'line-dash-pattern': [...dashes] }),
        },
      };
    }),
    { selector: '.rightward', style: { 'source-endpoint': '50% 0%', 'target-endpoint': '-50% 0%' } },
    { selector: '.leftward', style: { 'source-endpoint': '-50% 0%', 'target-endpoint': '50% 0%' } },
    {
      selector: '.sidewise',
      style: { 'curve-style': 'unbundled-bezier', 'control-point-distances': [-40], 'control-point-weights': [0.5], 'source-endpoint': '50% 0%', 'target-endpoint': '50% 0%' },
    },
    { selector: '.derived', style: { 'line-style': 'dashed', 'line-dash-pattern': [...DERIVED_DASHES] } },
    { selector: '.near', style: { width: 3, 'z-index': 9 } },
    { selector: '.named', style: { label: 'data(label)' } },
    { selector: '.far', style: { opacity: 0.35 } },
  ];
}
