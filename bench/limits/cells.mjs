/** The table of the limits: ours, its floor, the ratio, and the goal of the product contract where it names one. Pure. */
import { verdictOf } from '../scale/goals.mjs';

const milliseconds = (value) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

/** @param {readonly { label: string, ours: number, floor: number, floorLabel: string, goal?: number }[]} limits */
export function limitCells(limits) {
  return [
    ['', 'ours', 'floor', 'ratio', 'goal, at most', '', 'the floor is'],
    ...limits.map(({ label, ours, floor, floorLabel, goal }) => [
      label,
      milliseconds(ours),
      milliseconds(floor),
      (ours / floor).toFixed(2),
      goal === undefined ? '' : String(Number(goal.toFixed(2))),
      goal === undefined ? '' : verdictOf({ most: goal, text: '' }, new Map([[1, ours / floor]])),
      floorLabel,
    ]),
  ];
}
