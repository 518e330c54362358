-- What a model was told when an operation began; nothing before that.
ALTER TABLE operation ADD COLUMN prompt TEXT;
