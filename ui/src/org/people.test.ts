import { describe, expect, it } from 'vitest';

import type { EmployeeRow } from '../generated/contract';
import { world } from '../test/world';
import { layout } from './layout';
import { foldedAtFirst, forest, search } from './people';

const few = world(5).employees;
const many = world(5000).employees;

function row(id: string, manager: string | null): EmployeeRow {
  return { ...(few[1] as EmployeeRow), id, name: id, manager_id: manager };
}

describe('reporting lines', () => {
  it('lose nobody, whatever the managers say', () => {
    const people = [
      row('a', null),
      row('b', 'a'),
      row('c', 'gone'),
      row('d', 'e'),
      row('e', 'd'),
      row('f', 'f'),
    ];
    const picture = layout(forest(people), new Set());
    expect(picture.boxes.map((box) => box.node.key).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('show few people of a large company at first', () => {
    const roots = forest(many);
    const shown = layout(roots, foldedAtFirst(roots)).boxes;
    expect(shown.length).toBeGreaterThan(5);
    expect(shown.length).toBeLessThan(61);
  });

  it('are found by name, title and level', () => {
    expect(search(few, 'emre')).toHaveLength(1);
    expect(search(few, 'backend developer')).toHaveLength(2);
    expect(search(few, 'officer ada')).toHaveLength(1);
    expect(search(few, 'nobody')).toHaveLength(0);
  });
});

describe('the chart', () => {
  it('never puts two people on one place', () => {
    const boxes = layout(forest(many), new Set()).boxes;
    expect(boxes).toHaveLength(many.length);
    const cells = new Set(boxes.map((box) => `${box.x} ${box.y}`));
    expect(cells.size).toBe(boxes.length);
  });

  it('keeps every manager above the reports', () => {
    const { boxes } = layout(forest(many), new Set());
    for (const box of boxes) {
      const manager = boxes[box.parent];
      if (manager !== undefined) expect(manager.y).toBeLessThan(box.y);
    }
  });
});
