import { conformance } from 'ecs-suspension/conformance';
import { test } from 'vitest';
import { underTest } from './conformance.game.js';

conformance({ ...underTest, test });
