"""Labels of tile pictures: records, their files, other tools' formats, review of what is wrong."""
